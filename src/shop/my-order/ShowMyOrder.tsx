import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { useFocusOnInvalid } from '#kit/form/Field.tsx'
import { isErased, type Order } from '#order/order.ts'
import { useOrders } from './OrderPage.tsx'
import { OrderPhone } from './OrderPhone.tsx'
import { createOrderSearch, type OrderSearch } from './order-search.store.ts'
import { NO_PROBLEMS, SearchOutcome } from './SearchOutcome.tsx'

/** Whether the page of an order first asks for its phone. */
export function asksForPhone(order: Order): boolean {
  return order.masked && !isErased(order)
}

/** Asks a masked page's reader for the phone, and shows the order in place (docs/product.md, rule 7.55). */
export function ShowMyOrder({ order }: { order: Order }) {
  const { show } = useOrders()
  const [isFound, setFound] = useState(false)
  const [search] = useState(() =>
    createOrderSearch((found) => {
      show(found)
      setFound(true)
    }),
  )
  const message = useRef<HTMLParagraphElement>(null)

  // The button that had the focus is gone.
  useEffect(() => {
    if (isFound) message.current?.focus({ preventScroll: true })
  }, [isFound])

  return (
    <>
      {asksForPhone(order) && <PhoneForm orderId={order.id} store={search} />}
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p ref={message} role="status" tabIndex={-1} className="sr-only">
        {isFound && 'Your order is shown in full.'}
      </p>
    </>
  )
}

function PhoneForm({ orderId, store }: { orderId: string; store: OrderSearch }) {
  const search = useStore(store.$search)
  const form = useRef<HTMLFormElement>(null)
  const problems = search.state === 'editing' ? search.problems : NO_PROBLEMS
  const isSearching = search.state === 'searching'
  useFocusOnInvalid(form, problems)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    void store.search(orderId, String(new FormData(event.currentTarget).get('phone')))
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="See all of your order"
      className="grid gap-4 rounded-lg border border-line p-4 sm:p-6"
      data-no-print
    >
      <p>
        Is this your order? Your phone number shows everything: name, address, parcel, and how to
        change it.
      </p>
      <OrderPhone problem={problems.phone} />
      <Button
        type="submit"
        variant="primary"
        isBusy={isSearching}
        className="sm:justify-self-start"
      >
        {isSearching ? 'Looking...' : 'Show My Order'}
      </Button>
      <SearchOutcome
        search={search}
        missing="This order has another phone number. Please check yours, or"
      />
    </form>
  )
}
