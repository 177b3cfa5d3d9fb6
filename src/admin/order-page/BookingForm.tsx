import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { type OrderInFull, STATUS_OPTIONS } from '#admin/order/orders.ts'
import { TRACKING_NUMBER_HINT, trackingNumberProblem } from '#admin/order/tracking-number.ts'
import { settings } from '#config/settings.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { Order, OrderOutcome } from '#order/order.ts'
import { type BookingStore, unsavedSentence } from './booking.store.ts'
import { bookingTexts, OUTCOME_NAMES, trackingPart } from './booking.ts'

interface BookingFormProps {
  /** As the database has it. */
  found: OrderInFull
  booking: BookingStore
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
export function BookingForm({ found, booking }: BookingFormProps) {
  const { typed, pending, isSaving, refused } = useStore(booking.$form)
  const texts = { ...bookingTexts(found), ...typed }
  const change = booking.change()
  const status = useRef<HTMLDivElement>(null)
  /** The button that was pressed is disabled once nothing differs. */
  const returnFocus = () => {
    if (document.activeElement === document.body) status.current?.querySelector('select')?.focus()
  }
  const problem =
    trackingNumberProblem(texts.trackingNumber) ??
    (refused !== undefined && refused === typed.trackingNumber ? REFUSED : undefined)
  return (
    <form
      aria-label="Booking"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem) focusTrackingNumber(event.currentTarget)
        else void booking.updateStatus().then(returnFocus)
      }}
      className="grid content-start gap-4 rounded-lg border border-line p-3 md:p-4"
    >
      <div className="flex flex-wrap gap-4 *:grow *:basis-28">
        <div ref={status} className="grid min-w-0 content-start gap-4">
          <Select
            label="Status"
            name="status"
            value={texts.status}
            options={STATUS_OPTIONS}
            onChange={(status) => booking.type('status', status)}
          />
          {texts.status === 'cancelled' && (
            <Select
              label="Outcome"
              name="outcome"
              value={texts.outcome}
              options={OUTCOME_OPTIONS}
              onChange={(outcome) => booking.type('outcome', outcome)}
            />
          )}
        </div>
        <Select
          label="Courier"
          name="courier"
          value={texts.courier}
          options={courierOptions(found.order)}
          onChange={(courier) => booking.type('courier', courier)}
        />
        <Field
          label="Tracking Number"
          name="trackingNumber"
          autoComplete="off"
          dir="ltr"
          className="max-lg:basis-full"
          hint={TRACKING_NUMBER_HINT}
          error={problem}
          value={texts.trackingNumber}
          onChange={(event) => booking.type('trackingNumber', event.currentTarget.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          type="submit"
          disabled={isSaving || isEmpty(change)}
          className="px-3!"
        >
          Update Status
        </Button>
        <Button
          variant="secondary"
          disabled={isSaving || isEmpty(trackingPart(change))}
          className="px-3!"
          onClick={({ currentTarget: { form } }) => {
            if (problem) focusTrackingNumber(form)
            else void booking.updateTracking().then(returnFocus)
          }}
        >
          Update Tracking
        </Button>
      </div>
      <div role="status" className="-mt-4 *:mt-4">
        {!isSaving && !isEmpty(pending) && (
          <div className="flex flex-wrap items-center gap-3 rounded-md border border-danger p-3">
            <p className="me-auto text-danger">{unsavedSentence(pending)}</p>
            <Button variant="secondary" onClick={() => void booking.retry()}>
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
  const couriers = settings.couriers.map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = !courier || couriers.some(({ value }) => value === courier)
  return [
    { value: '', label: 'None' },
    ...couriers,
    ...(isKnown ? [] : [{ value: courier, label: courier }]),
  ]
}

function focusTrackingNumber(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('trackingNumber')
  if (field instanceof HTMLElement) field.focus()
}

function isEmpty(change: object): boolean {
  return Object.keys(change).length === 0
}
