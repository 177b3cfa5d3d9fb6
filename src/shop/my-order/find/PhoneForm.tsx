import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { useFocusOnInvalid } from '#kit/form/Field.tsx'
import type { Order } from '#order/order.ts'
import { createOrderSearch } from './order-search.store.ts'
import { NO_PROBLEMS, OrderPhone, SearchOutcome } from './SearchParts.tsx'

export interface PhoneFormProps {
  orderId: string
  onFound: (order: Order) => void
}

/** The form of a masked page: with the phone, all of the order is shown (docs/product.md, rule 7.55). */
export function PhoneForm({ orderId, onFound }: PhoneFormProps) {
  const [store] = useState(() => createOrderSearch(onFound))
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
