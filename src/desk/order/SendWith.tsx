import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useRowAct } from '#admin/acts/useRowAct.ts'
import { $couriers } from '#admin/order/couriers.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { REASON_SENTENCES } from '#admin/order/packing.ts'
import { Button } from '#kit/form/Button.tsx'
import { Sheet } from '#kit/form/Sheet.tsx'
import { showToast } from '#kit/toast/toast.store.ts'
import { paths } from '#paths.ts'

interface SendWithProps {
  found: OrderInFull
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** Books the order with a courier as a batch of its own, and leads to its page, which prints it and undoes it. */
export function SendWith({ found: { order }, onChange }: SendWithProps) {
  const couriers = useStore($couriers).filter(({ active }) => active)
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, press } = useRowAct('Error sending an order')
  const [only] = couriers.length === 1 ? couriers : []

  const send = (courier: string) =>
    press(
      'batch',
      { id: '', courier, ids: [order.id] },
      async (result) => {
        const { batch, leftOut = [] } = result as unknown as Sent
        if (batch) return location.assign(paths.adminBatch(batch.id))
        const [why] = leftOut.map(({ reason }) => REASON_SENTENCES[reason])
        showToast({
          title: 'Not sent',
          description: `${order.id} ${why ?? 'changed meanwhile'}.`,
          tone: 'destructive',
        })
        await onChange()
      },
      `${order.id} ${courier}`,
    )
  return (
    <>
      <Button
        variant="primary"
        isBusy={isBusy}
        whyNot={couriers.length === 0 && 'No courier is offered: add one in the settings.'}
        onClick={() => (only ? send(only.id) : setIsAsking(true))}
      >
        Send with {only ? only.name : '…'}
      </Button>
      {isAsking && (
        <Sheet title={`Send ${order.id} with`} onClose={() => setIsAsking(false)}>
          {couriers.map(({ id, name }) => (
            <Button
              key={id}
              variant="secondary"
              onClick={() => {
                setIsAsking(false)
                send(id)
              }}
            >
              {name}
            </Button>
          ))}
        </Sheet>
      )}
    </>
  )
}

interface Sent {
  batch?: { id: number } | null
  leftOut?: { reason: keyof typeof REASON_SENTENCES }[]
}
