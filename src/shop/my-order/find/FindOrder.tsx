import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { SubmitWhenReady } from '#kit/island/SubmitWhenReady.tsx'
import { lostNumber } from '#order/texts/chat-texts.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { createFindOrderStore, type FindOrderStore } from './find-order.store.ts'
import { problemsOf, SearchForm } from './SearchForm.tsx'

export const FindOrder = island(FindOrderForm, () => createFindOrderStore())

function FindOrderForm({ store }: { store: FindOrderStore }) {
  const search = useStore(store.$search)

  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('[name=id]')
    if (input && !input.value) input.value = store.readNumber()
  }, [store])

  return (
    <SearchForm
      search={search}
      missing="No order has this number and this phone. Please check both, or"
      className="grid gap-5"
      onSearch={(typed) => void store.search(String(typed.get('id')), String(typed.get('phone')))}
      button={
        <SubmitWhenReady isBusy={search.state === 'searching'} notReady={<NotReady />}>
          <span suppressHydrationWarning>
            {search.state === 'searching' ? 'Finding your order...' : 'Find Order'}
          </span>
        </SubmitWhenReady>
      }
    >
      <Field
        name="id"
        label="Order Number"
        placeholder="ABCDEFGH"
        hint="It is on your confirmation page and in our messages. You can paste the link of the order as well."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={problemsOf(search).id}
      />
    </SearchForm>
  )
}

function NotReady() {
  return (
    <>
      <p suppressHydrationWarning className="mb-3">
        This page is still loading. It looks for your order as soon as it is ready. Or write to us:
      </p>
      <ContactShop text={lostNumber()} />
    </>
  )
}
