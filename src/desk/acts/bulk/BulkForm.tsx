import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Select } from '#admin/kit/Select.tsx'
import { type OrderSummary, STATUS_OPTIONS } from '#admin/orders/orders.ts'
import { $couriers, courierOptions } from '#admin/parcels/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import type { OrderStatus } from '#order/status.ts'
import type { BulkStore } from './bulk.store.ts'
import { ConfirmBulk } from './ConfirmBulk.tsx'

interface Props {
  bulk: BulkStore
  orders: readonly OrderSummary[]
}

const AS_IT_IS = { value: '' as const, label: 'As it is' }

/** The labels stand before the selects where there is room. */
const BAR = {
  className: 'min-w-0',
  labelClass: 'text-sm whitespace-nowrap',
  selectClass: 'w-full px-2',
}

/** Status and courier for the selected orders. A dialog asks before anything changes. */
export function BulkForm({ bulk, orders }: Props) {
  const choice = useStore(bulk.$choice)
  const couriers = useStore($couriers)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <form
      aria-label="Change the selected orders"
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsking(true)
      }}
      className="grid gap-2"
    >
      <div className="grid grid-cols-2 items-end gap-2 md:flex md:flex-wrap">
        <Select<OrderStatus | ''>
          {...BAR}
          label="New status"
          value={choice.status ?? ''}
          options={[AS_IT_IS, ...STATUS_OPTIONS]}
          onChange={(status) => bulk.choose({ status: status || undefined })}
        />
        <Select
          {...BAR}
          label="Courier"
          value={choice.courier === null ? 'none' : (choice.courier ?? '')}
          options={[AS_IT_IS, ...courierOptions(couriers), { value: 'none', label: 'No courier' }]}
          onChange={(value) =>
            bulk.choose({ courier: value === 'none' ? null : value || undefined })
          }
        />
        <Button type="submit" className="px-3!">
          Update {countOf(orders.length, 'order')}
        </Button>
      </div>
      {isAsking && <ConfirmBulk bulk={bulk} orders={orders} onClose={() => setIsAsking(false)} />}
    </form>
  )
}
