import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { Field, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { SubmitWhenReady } from '#kit/form/SubmitWhenReady.tsx'
import { island } from '#kit/island/island.tsx'
import { lostNumber } from '#order/texts/chat-texts.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { createFindOrderStore, type FindOrderStore } from './find-order.store.ts'
import { NO_PROBLEMS, OrderPhone, SearchOutcome } from './SearchParts.tsx'

export const FindOrder = island(FindOrderForm, () => createFindOrderStore())

/** Uncontrolled inputs: what was typed stays after every result, and what was typed before the script too. */
function FindOrderForm({ store }: { store: FindOrderStore }) {
  const search = useStore(store.$search)
  const form = useRef<HTMLFormElement>(null)
  const problems = search.state === 'editing' ? search.problems : NO_PROBLEMS
  useFocusOnInvalid(form, problems)

  useEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>('[name=id]')
    if (input && !input.value) input.value = store.readNumber()
  }, [store])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    void store.search(String(typed.get('id')), String(typed.get('phone')))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <Field
        name="id"
        label="Order Number"
        placeholder="ABCDEFGH"
        hint="It is on your confirmation page and in our messages. You can paste the link of the order as well."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={problems.id}
      />
      <OrderPhone problem={problems.phone} />
      <SubmitWhenReady isBusy={search.state === 'searching'} notReady={<NotReady />}>
        <span suppressHydrationWarning>
          {search.state === 'searching' ? 'Finding your order...' : 'Find Order'}
        </span>
      </SubmitWhenReady>
      <SearchOutcome
        search={search}
        missing="No order has this number and this phone. Please check both, or"
      />
    </form>
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
