import { useStore } from '@nanostores/react'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import type { SendStore } from '#desk/send/send.store.ts'
import { Button } from '#kit/form/Button.tsx'

interface SendWithProps {
  order: Pick<OrderSummary, 'id' | 'stage'>
  send: SendStore
}

/** Sends the order as a batch of its own, whose page prints it and undoes it. The dialog has the other couriers. */
export function SendWith({ order, send }: SendWithProps) {
  const courier = useStore(send.$courier)
  return (
    <Button
      variant="primary"
      whyNot={!courier && 'Add a courier in the settings first.'}
      onClick={() => void send.ask([order])}
    >
      Send with {courierName(courier)}
    </Button>
  )
}
