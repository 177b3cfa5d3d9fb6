import { type ReactNode, useState } from 'react'
import type { Order, OrderStatus } from '#features/orders/order.ts'
import { cleanText } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { STATUS_OPTIONS, StatusSelect } from '../StatusSelect.tsx'
import type { OrderDetailStore, Field as OrderField, SaveState } from './order-detail.store.ts'

interface OrderFormsProps {
  order: Order
  saves: Record<OrderField, SaveState>
  detail: OrderDetailStore
}

/** What the admin may change, each in a form of its own. */
export function OrderForms(props: OrderFormsProps) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <StatusForm {...props} />
      <TrackingForm {...props} />
    </div>
  )
}

function StatusForm({ order, saves, detail }: OrderFormsProps) {
  const [selected, setSelected] = useState<OrderStatus>()
  const status = selected ?? order.status
  return (
    <FieldForm
      subject="The status"
      button="Update Status"
      save={saves.status}
      isUnchanged={status === order.status}
      onSubmit={() => {
        setSelected(undefined)
        void detail.updateStatus(status)
      }}
      onRetry={() => void detail.retry('status')}
    >
      <StatusSelect label="Status" value={status} options={STATUS_OPTIONS} onChange={setSelected} />
    </FieldForm>
  )
}

function TrackingForm({ order, saves, detail }: OrderFormsProps) {
  const [typed, setTyped] = useState<string>()
  const current = order.trackingNumber ?? ''
  const text = typed ?? current
  return (
    <FieldForm
      subject="The tracking number"
      button="Update Tracking"
      save={saves.trackingNumber}
      isUnchanged={cleanText(text) === current}
      onSubmit={() => {
        setTyped(undefined)
        void detail.updateTracking(text)
      }}
      onRetry={() => void detail.retry('trackingNumber')}
    >
      <Field
        label="Tracking Number"
        name="tracking"
        autoComplete="off"
        hint="Up to 64 Latin letters, digits, spaces and . / _ -"
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FieldForm>
  )
}

interface FieldFormProps {
  /** What the form changes, as the beginning of a sentence. */
  subject: string
  button: string
  save: SaveState
  isUnchanged: boolean
  onSubmit: () => void
  onRetry: () => void
  children: ReactNode
}

/** A form of one field, which says where a change was not saved. */
function FieldForm(props: FieldFormProps) {
  const { subject, button, save, isUnchanged, onSubmit, onRetry, children } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className="grid content-start gap-3 rounded-lg border border-line p-4"
    >
      {children}
      <Button
        variant="primary"
        type="submit"
        disabled={save === 'saving' || isUnchanged}
        className="justify-self-start"
      >
        {button}
      </Button>
      <div role="status">
        {save === 'unsaved' && (
          <div className="flex flex-wrap items-center gap-3 rounded-md border border-danger p-3">
            <p className="me-auto text-danger">{subject} is not saved.</p>
            <Button variant="secondary" onClick={onRetry}>
              Retry
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}
