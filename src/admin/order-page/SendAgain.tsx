import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { sendAgain } from '#admin/order/orders.api.ts'
import { createSave } from '#admin/save.ts'
import { Button } from '#kit/form/Button.tsx'
import { useConfirm } from '#kit/form/ConfirmDialog.tsx'
import type { Refused } from '#kit/form/submit.ts'
import { showToast } from '#kit/toast/toast.ts'
import type { Order } from '#order/order.ts'

interface SendAgainProps {
  order: Order
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** For an order whose parcel came back, or is lost. */
export function SendAgain({ order: { id, version }, onChange }: SendAgainProps) {
  const [{ $submission, submit }] = useState(() => createSave('Error sending an order again'))
  const isSending = useStore($submission).state === 'sending'
  const [dialog, ask] = useConfirm()

  async function send(): Promise<Refused | undefined> {
    const result = await sendAgain(id, version)
    if (result.ok) {
      showToast({ title: 'Order open again', description: `${id} can be booked again.` })
    } else {
      const description = 'The order changed meanwhile. The page shows it as it is now.'
      showToast({ title: 'Not changed', description, tone: 'destructive' })
    }
    await onChange()
    return undefined
  }

  return (
    <div>
      {dialog}
      <Button
        variant="secondary"
        isBusy={isSending}
        onClick={() =>
          ask({
            title: 'Send this order again?',
            children: (
              <p>
                It becomes pending again, without courier, number and outcome. Its next booking
                makes another parcel; this one stays listed.
              </p>
            ),
            action: 'Send again',
            onConfirm: () => void submit(send),
          })
        }
      >
        Send again
      </Button>
    </div>
  )
}
