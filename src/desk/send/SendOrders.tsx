import { useStore } from '@nanostores/react'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { BATCH_SIZE } from '#desk/sheets/batches/batches.ts'
import { Button, type ButtonVariant } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import type { SendStore } from './send.store.ts'

interface SendOrdersProps {
  send: SendStore
  orders: readonly OrderSummary[]
  variant: ButtonVariant
}

/** The next step of orders that no courier has, in one button. Its dialog has the other couriers. */
export function SendOrders({ send, orders, variant }: SendOrdersProps) {
  const courier = useStore(send.$courier)
  // As high as the button, which comes with the ticks.
  if (orders.length === 0)
    return (
      <p className="flex min-h-touch items-center text-muted">No order is ticked that may leave.</p>
    )
  return (
    <Button
      variant={variant}
      className="flex-1 px-3!"
      whyNot={whyTooMany(orders) || (!courier && 'Add a courier in the settings first.')}
      onClick={() => void send.ask(orders)}
    >
      Send {orders.length} with {courierName(courier)}
    </Button>
  )
}

/** For orders that a courier has already. */
export function SendAgain({ send, orders }: Pick<SendOrdersProps, 'send' | 'orders'>) {
  return (
    <Button
      className="px-3!"
      whyNot={whyTooMany(orders)}
      onClick={() => void send.ask(orders, true)}
    >
      Send {countOf(orders.length, 'order')} once more
    </Button>
  )
}

/** Why these are not sent at once. */
function whyTooMany(orders: readonly OrderSummary[]): string | false {
  return orders.length > BATCH_SIZE && `At most ${BATCH_SIZE} leave at once: tick fewer.`
}
