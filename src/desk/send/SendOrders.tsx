import { useStore } from '@nanostores/react'
import { courierName } from '#admin/order/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { SendDialog } from './SendDialog.tsx'
import type { SendStore } from './send.store.ts'

/** The next step of the orders to pack, in one button. Its dialog has the other couriers. */
export function SendOrders({ send }: { send: SendStore }) {
  const courier = useStore(send.$courier)
  const count = useStore(send.$orders).length
  const isAsking = useStore(send.$isAsking)
  return (
    <>
      <Button
        variant="primary"
        className="flex-1 px-3!"
        whyNot={
          count === 0
            ? 'No order is ticked that may leave.'
            : !courier && 'Add a courier in the settings first.'
        }
        onClick={send.ask}
      >
        Send {count} with {courierName(courier)}
      </Button>
      {isAsking && <SendDialog send={send} />}
    </>
  )
}
