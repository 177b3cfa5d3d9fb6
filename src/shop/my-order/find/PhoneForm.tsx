import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import type { Order } from '#order/order.ts'
import { createOrderSearch } from './order-search.store.ts'
import { SearchForm } from './SearchForm.tsx'

interface PhoneFormProps {
  orderId: string
  onFound: (order: Order) => void
}

/** The form of a masked page: with the phone, all of the order is shown (docs/product.md, rule 7.55). */
export function PhoneForm({ orderId, onFound }: PhoneFormProps) {
  const [store] = useState(() => createOrderSearch(onFound))
  const search = useStore(store.$search)
  const isSearching = search.state === 'searching'
  return (
    <SearchForm
      search={search}
      missing="This order has another phone number. Please check yours, or"
      aria-label="See all of your order"
      className="grid gap-4 rounded-lg border border-line p-4 sm:p-6"
      data-no-print
      onSearch={(typed) => void store.search(orderId, String(typed.get('phone')))}
      button={
        <Button
          type="submit"
          variant="primary"
          isBusy={isSearching}
          className="sm:justify-self-start"
        >
          {isSearching ? 'Looking...' : 'Show My Order'}
        </Button>
      }
    >
      <p>
        Is this your order? Your phone number shows everything: name, address, parcel, and how to
        change it.
      </p>
    </SearchForm>
  )
}
