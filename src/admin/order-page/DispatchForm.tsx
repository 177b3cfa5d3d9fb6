import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { COURIER_OPTIONS } from '#admin/dispatch/couriers/couriers.ts'
import { dispatchOf, isEmptyChange } from '#admin/dispatch/dispatch.ts'
import { unsavedSentence } from '#admin/dispatch/sentences.ts'
import { OUTCOME_NAMES, STATUS_OPTIONS } from '#admin/order/orders.ts'
import { TRACKING_NUMBER_HINT, trackingNumberProblem } from '#admin/order/tracking-number.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { Order, OrderOutcome } from '#order/order.ts'
import { type DispatchFormStore, isSaving, trackingPart } from './dispatch-form.store.ts'

interface DispatchFormProps {
  /** As the database has it. */
  order: Order
  form: DispatchFormStore
}

const OUTCOME_OPTIONS = [
  { value: '', label: 'Not sent' },
  ...Object.entries(OUTCOME_NAMES).map(([value, label]) => ({
    value: value as OrderOutcome,
    label,
  })),
] as const

const REFUSED = 'The database refused this tracking number.'

/** Status, courier and tracking number. Enter saves all of it, as 'Update Status' does. */
export function DispatchForm({ order, form }: DispatchFormProps) {
  const fields = useStore(form.$form)
  const { typed, row, refused } = fields
  const isBusy = isSaving(fields)
  const { status, courier, trackingNumber, outcome } = { ...dispatchOf(order), ...typed }
  const change = form.change()
  const selects = useRef<HTMLDivElement>(null)
  /** The button that was pressed is disabled once nothing differs. */
  const returnFocus = () => {
    if (document.activeElement === document.body) selects.current?.querySelector('select')?.focus()
  }
  const problem =
    trackingNumberProblem(trackingNumber ?? '') ??
    (refused && refused === typed.trackingNumber ? REFUSED : undefined)
  return (
    <form
      aria-label="Booking"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem) focusTrackingNumber(event.currentTarget)
        else void form.updateStatus().then(returnFocus)
      }}
      className="grid content-start gap-4 rounded-lg border border-line p-3 md:p-4"
    >
      <div className="flex flex-wrap gap-4 *:grow *:basis-28">
        <div ref={selects} className="grid min-w-0 content-start gap-4">
          <Select
            label="Status"
            name="status"
            value={status ?? order.status}
            options={STATUS_OPTIONS}
            onChange={(value) => form.type({ status: value })}
          />
          {status === 'cancelled' && (
            <Select
              label="Outcome"
              name="outcome"
              value={outcome ?? ''}
              options={OUTCOME_OPTIONS}
              onChange={(value) => form.type({ outcome: value || null })}
            />
          )}
        </div>
        <Select
          label="Courier"
          name="courier"
          value={courier ?? ''}
          options={courierOptions(order)}
          onChange={(value) => form.type({ courier: value || null })}
        />
        <Field
          label="Tracking Number"
          name="trackingNumber"
          autoComplete="off"
          dir="ltr"
          className="max-lg:basis-full"
          hint={TRACKING_NUMBER_HINT}
          error={problem}
          value={trackingNumber ?? ''}
          onChange={(event) => form.type({ trackingNumber: event.currentTarget.value })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          type="submit"
          disabled={isBusy || isEmptyChange(change)}
          className="px-3!"
        >
          Update Status
        </Button>
        <Button
          variant="secondary"
          disabled={isBusy || isEmptyChange(trackingPart(change))}
          className="px-3!"
          onClick={({ currentTarget }) => {
            if (problem) focusTrackingNumber(currentTarget.form)
            else void form.updateTracking().then(returnFocus)
          }}
        >
          Update Tracking
        </Button>
      </div>
      <div role="status" className="-mt-4 *:mt-4">
        {row && !isBusy && !isEmptyChange(row.change) && (
          <div className="flex flex-wrap items-center gap-3 rounded-md border border-danger p-3">
            <p className="me-auto text-danger">{unsavedSentence(row.change)}</p>
            <Button variant="secondary" onClick={() => void form.retry()}>
              Retry
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}

/** With the courier of the order, where the settings do not have it any more. */
function courierOptions({ courier }: Order) {
  const isKnown = !courier || COURIER_OPTIONS.some(({ value }) => value === courier)
  const former = isKnown ? [] : [{ value: courier, label: courier }]
  return [{ value: '', label: 'None' }, ...COURIER_OPTIONS, ...former]
}

function focusTrackingNumber(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('trackingNumber')
  if (field instanceof HTMLElement) field.focus()
}
