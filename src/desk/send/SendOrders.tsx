import { useStore } from '@nanostores/react'
import { $couriers, courierName, courierOptions } from '#admin/order/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { Select } from '#kit/form/Select.tsx'
import { SendDialog } from './SendDialog.tsx'
import type { SendStore } from './send.store.ts'

/** The next step of the orders to pack: one button, and the courier beside it. */
export function SendOrders({ send }: { send: SendStore }) {
  const courier = useStore(send.$courier)
  const couriers = useStore($couriers)
  const ids = useStore(send.$ids)
  const isAsking = useStore(send.$isAsking)
  return (
    <div className="flex min-w-0 flex-1 gap-2">
      <Button
        variant="primary"
        className="min-w-0 flex-1 px-3!"
        whyNot={
          ids.length === 0
            ? 'No order is ticked that may leave.'
            : !courier && 'Add a courier in the settings first.'
        }
        onClick={send.ask}
      >
        Send {ids.length} with {courierName(courier)}
      </Button>
      <Select
        label="Courier"
        labelClass="sr-only"
        className="w-14 shrink-0"
        selectClass="w-full px-2"
        value={courier}
        options={courierOptions(couriers)}
        onChange={send.chooseCourier}
      />
      {isAsking && <SendDialog send={send} />}
    </div>
  )
}
