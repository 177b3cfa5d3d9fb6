import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { BackToOrders } from '#admin/tab-state/BackToOrders.tsx'
import { Button } from '#kit/form/Button.tsx'
import { staticIsland } from '#kit/island/island.tsx'
import { createNewOrder, type NewOrderForm } from './new-order.store.ts'
import { isEmptyDraft, readNewOrder } from './new-order.ts'
import { OrderForm } from './OrderForm.tsx'
import { PastedMessage } from './PastedMessage.tsx'

export const NewOrderIsland = staticIsland(NewOrderPage)

function NewOrderPage() {
  const [newOrder] = useState(createNewOrder)
  const form = useStore(newOrder.$form)
  const [dialog, ask] = useConfirm()
  const read = readNewOrder(form, form.sizes)
  return (
    <div className="grid gap-6">
      <div>
        {dialog}
        {/* High enough for the button, which appears while somebody types. */}
        <div className="page-title mb-2! justify-between">
          <h1>New Order</h1>
          {!isEmptyDraft(form) && (
            <Button
              variant="quiet"
              isBusy={!form.isEditing}
              onClick={() =>
                ask({
                  title: 'Clear the form?',
                  children: <p>{whatIsLost(form)}</p>,
                  action: 'Clear it',
                  onConfirm: newOrder.clear,
                })
              }
            >
              Clear Form
            </Button>
          )}
        </div>
        <BackToOrders />
        <p className="text-muted">
          An order by phone or WhatsApp. What you type stays in this tab.
        </p>
        <p role="status">
          {form.isRestored &&
            !isEmptyDraft(form) &&
            'What you typed here before is filled in again.'}
        </p>
      </div>
      <PastedMessage form={form} total={read.lines.total} newOrder={newOrder} />
      <OrderForm form={form} read={read} newOrder={newOrder} />
    </div>
  )
}

function whatIsLost({ pendingId }: NewOrderForm): string {
  return pendingId
    ? `It is not known whether order ${pendingId} is saved. Look for it in the list before you enter it again.`
    : 'Everything typed on this page is lost.'
}
