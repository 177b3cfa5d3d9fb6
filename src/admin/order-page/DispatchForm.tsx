import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { dispatchOf, isEmptyChange } from '#admin/acts/dispatch.ts'
import { EndFields } from '#admin/acts/EndFields.tsx'
import { unsavedSentence } from '#admin/acts/sentences.ts'
import { Select } from '#admin/kit/Select.tsx'
import { isAsked, reasonSentence } from '#admin/order/packing.ts'
import { STATUS_OPTIONS } from '#admin/orders/orders.ts'
import { $couriers, courierOptions } from '#admin/parcels/couriers.ts'
import { TRACKING_NUMBER_HINT, trackingNumberProblem } from '#admin/parcels/tracking-number.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import type { Order } from '#order/order.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import {
  type DispatchFormStore,
  dispatchedOf,
  isSaving,
  statusPart,
  trackingPart,
} from './dispatch-form.store.ts'
import type { OrderWithHistory } from './order-with-history.ts'

interface DispatchFormProps {
  /** As the database has it. */
  found: OrderWithHistory
  form: DispatchFormStore
  /** Prints the order. */
  onPrint: () => void
}

const REFUSED = 'The database refused this tracking number.'

/** The card "Status and tracking": two forms, of which each saves what is typed into it. */
export function DispatchForm({ found, form, onPrint }: DispatchFormProps) {
  const fields = useStore(form.$form)
  const { order } = found
  // None without the desk, and where the admin hides all.
  const couriers = courierOptions(useStore($couriers), order.courier)
  const { typed, refused } = fields
  const isBusy = isSaving(fields)
  const dispatch = { ...dispatchOf(dispatchedOf(found)), ...typed }
  const { status, courier, trackingNumber, outcome = null, endReason = null } = dispatch
  const change = form.change()
  const problem =
    trackingNumberProblem(trackingNumber ?? '') ??
    (refused && refused === typed.trackingNumber ? REFUSED : undefined)
  return (
    <section
      aria-label="Booking"
      data-no-print
      className="grid content-start gap-4 rounded-lg border border-line p-3 md:p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-h3">Status and tracking</h2>
        <StatusBadge status={fields.row?.change.status ?? order.status} isSmall />
      </div>
      <PartForm
        action="Update Status"
        isBusy={isBusy}
        whyNot={isEmptyChange(statusPart(change)) && 'This is its status already.'}
        onSubmit={() => void form.updateStatus()}
      >
        <Select
          label="Status"
          name="status"
          className="basis-40"
          value={status ?? order.status}
          options={STATUS_OPTIONS}
          onChange={(value) => form.type({ status: value })}
        />
        {status === 'cancelled' && (
          <EndFields outcome={outcome} endReason={endReason} onChange={form.type} />
        )}
      </PartForm>
      <PartForm
        action="Update Tracking"
        isBusy={isBusy}
        whyNot={isEmptyChange(trackingPart(change)) && trackingSaved(order, couriers.length > 0)}
        onSubmit={(part) => {
          if (problem) focusTrackingNumber(part)
          else void form.updateTracking()
        }}
      >
        {couriers.length > 0 && (
          <Select
            label="Courier"
            name="courier"
            className="basis-28"
            value={courier ?? ''}
            options={[{ value: '', label: 'None' }, ...couriers]}
            onChange={(value) => form.type({ courier: value || null })}
          />
        )}
        <Field
          label="Tracking Number"
          name="trackingNumber"
          autoComplete="off"
          dir="ltr"
          className="basis-40"
          hint={TRACKING_NUMBER_HINT}
          error={problem}
          value={trackingNumber ?? ''}
          onChange={(event) => form.type({ trackingNumber: event.currentTarget.value })}
        />
      </PartForm>
      <NotSaved form={form} id={order.id} />
      <Button className="justify-self-start" onClick={onPrint}>
        Print
      </Button>
    </section>
  )
}

interface PartFormProps {
  /** The name of its button. */
  action: string
  isBusy: boolean
  /** Why its button does nothing now. */
  whyNot: string | false
  onSubmit: (part: HTMLFormElement) => void
  /** Its fields. */
  children: ReactNode
}

/** Enter in a field presses the button of its own part. */
function PartForm({ action, isBusy, whyNot, onSubmit, children }: PartFormProps) {
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
    >
      <div className="flex flex-wrap items-start gap-3 *:grow">{children}</div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy} whyNot={whyNot}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** What was stopped, since the order may not leave, and what had no response. */
function NotSaved({ form, id }: { form: DispatchFormStore; id: string }) {
  const fields = useStore(form.$form)
  const { row, stopped } = fields
  const isUnsaved = row && !isSaving(fields) && !isEmptyChange(row.change)
  return (
    <>
      <div role="alert" className="empty:hidden">
        {stopped && (
          <div className="flex flex-wrap items-center gap-3 rounded-md border border-amber p-3">
            <p className="me-auto">
              Not saved: {id} {reasonSentence(stopped.reasons)}.
            </p>
            {stopped.reasons.every(isAsked) && (
              <Button onClick={() => void form.saveAllTheSame()}>Save all the same</Button>
            )}
          </div>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {isUnsaved && (
          <div className="flex flex-wrap items-center gap-3 rounded-md border border-danger p-3">
            <p className="me-auto text-danger">{unsavedSentence(row.change)}</p>
            <Button onClick={() => void form.retry()}>Retry</Button>
          </div>
        )}
      </div>
    </>
  )
}

/** Why there is nothing to save of courier and number. */
function trackingSaved({ courier, trackingNumber }: Order, hasCouriers: boolean): string {
  if (courier && trackingNumber) return 'Courier and number are saved.'
  if (courier) return 'Its courier is saved. It has no number yet.'
  if (trackingNumber) return 'Its number is saved.'
  return hasCouriers ? 'It has no courier and no number yet.' : 'It has no number yet.'
}

function focusTrackingNumber(form: HTMLFormElement): void {
  const field = form.elements.namedItem('trackingNumber')
  if (field instanceof HTMLElement) field.focus()
}
