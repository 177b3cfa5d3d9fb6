/* What is done once with a whole order, after a question. A second admin may have done something else meanwhile. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { deleteOrder, sendAgain } from '#admin/order/orders.api.ts'
import { createSave } from '#admin/save.ts'
import { Button, type ButtonProps } from '#kit/form/Button.tsx'
import { type ConfirmQuestion, useConfirm } from '#kit/form/ConfirmDialog.tsx'
import { showToast, showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { paths } from '#paths.ts'

interface ActProps {
  order: Order
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** For a cancelled order that was never booked. */
export function DeleteOrder({ order: { id, version }, onChange }: ActProps) {
  async function remove(): Promise<void> {
    const result = await deleteOrder(id, version)
    if (result.ok || result.code === 'not_found') {
      showToastOnNextPage({ title: 'Order deleted', description: `${id} is deleted for good.` })
      location.assign(paths.adminOrders)
      return
    }
    sayChanged('Not deleted')
    await onChange()
  }

  return (
    <AskedButton
      variant="quiet"
      className="max-md:px-0!"
      errorMessage="Error deleting an order"
      question={{
        title: 'Delete this order for good?',
        children: <p>Name, address, phone and notes go with it. This cannot be undone.</p>,
        action: 'Delete for good',
      }}
      act={remove}
    >
      Delete this order for good
    </AskedButton>
  )
}

/** For an order whose parcel came back, or is lost. */
export function SendAgain({ order: { id, version }, onChange }: ActProps) {
  async function send(): Promise<void> {
    const result = await sendAgain(id, version)
    if (result.ok) {
      showToast({ title: 'Order open again', description: `${id} can be booked again.` })
    } else sayChanged('Not changed')
    await onChange()
  }

  return (
    <AskedButton
      variant="secondary"
      errorMessage="Error sending an order again"
      question={{
        title: 'Send this order again?',
        children: (
          <p>
            It becomes pending again, without courier, number and outcome. Its next booking makes
            another parcel; this one stays listed.
          </p>
        ),
        action: 'Send again',
      }}
      act={send}
    >
      Send again
    </AskedButton>
  )
}

interface AskedButtonProps extends Pick<ButtonProps, 'variant' | 'className' | 'children'> {
  question: Omit<ConfirmQuestion, 'onConfirm'>
  errorMessage: string
  act: () => Promise<void>
}

function AskedButton({ question, errorMessage, act, ...button }: AskedButtonProps) {
  const [{ $submission, submit }] = useState(() => createSave(errorMessage))
  const isBusy = useStore($submission).state === 'sending'
  const [dialog, ask] = useConfirm()
  const onConfirm = () =>
    void submit(async () => {
      await act()
      return undefined
    })
  return (
    <div data-no-print>
      {dialog}
      <Button {...button} isBusy={isBusy} onClick={() => ask({ ...question, onConfirm })} />
    </div>
  )
}

function sayChanged(title: string): void {
  const description = 'The order changed meanwhile. The page shows it as it is now.'
  showToast({ title, description, tone: 'destructive' })
}
