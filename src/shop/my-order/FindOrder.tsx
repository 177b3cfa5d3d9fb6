import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef } from 'react'
import { formatDay } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field, useFocusOnInvalid } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { createFindOrderStore, type FindOrderStore } from './find-order.store.ts'
import { FindOrderHead, LostNumber } from './LostNumber.tsx'
import { NO_PROBLEMS, OrderPhone, SearchOutcome } from './SearchParts.tsx'

export const FindOrder = island(FindOrderPage, () => createFindOrderStore())

function FindOrderPage({ store }: { store: FindOrderStore }) {
  return (
    <div className="mx-auto grid max-w-prose gap-8">
      <FindOrderHead />
      {store.ids.length > 0 && <OwnOrders store={store} />}
      <SearchForm store={store} />
      <LostNumber />
    </div>
  )
}

/** Uncontrolled inputs: what was typed stays after every result. */
function SearchForm({ store }: { store: FindOrderStore }) {
  const search = useStore(store.$search)
  const form = useRef<HTMLFormElement>(null)
  const problems = search.state === 'editing' ? search.problems : NO_PROBLEMS
  useFocusOnInvalid(form, problems)

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
        defaultValue={store.number}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        error={problems.id}
      />
      <OrderPhone problem={problems.phone} />
      <Button type="submit" variant="primary" isBusy={search.state === 'searching'}>
        {search.state === 'searching' ? 'Finding your order...' : 'Find Order'}
      </Button>
      <SearchOutcome
        search={search}
        missing="No order has this number and this phone. Please check both, or"
      />
    </form>
  )
}

/** The orders that were placed on this device, newest first. Each has its room before its status is known. */
function OwnOrders({ store }: { store: FindOrderStore }) {
  const own = useStore(store.$own)
  const isLoaded = own.state === 'ready'
  const orders = isLoaded ? own.value : store.ids.map((id) => ({ id, order: undefined }))
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="own-orders">
      <h2 id="own-orders" className="text-h2">
        Ordered on this device
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {orders.map(({ id, order }) => (
          <li key={id} className="pb-2">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <a
                href={paths.tracking(id)}
                className="text-link inline-flex min-h-touch items-center font-semibold"
              >
                {id}
              </a>
              {order && <StatusBadge status={order.status} />}
            </p>
            <p className="min-h-[1lh] text-muted">
              {order && `${formatDay(order.date)} · ${formatMoney(order.total)}`}
              {isLoaded && !order && 'Its status could not be loaded.'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
