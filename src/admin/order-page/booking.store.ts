/*
 * Status, courier and tracking number of an order. A change shows at once and is saved behind it. Where it
 * was not saved it stays on screen, marked as not saved, until it is retried (docs/product.md, rule 14.10).
 */

import { atom, type WritableAtom } from 'nanostores'
import type { Booking } from '#admin/order/orders.ts'
import { trackingNumberProblem } from '#admin/order/tracking-number.ts'
import { LIST_LOCALE } from '#config/locale.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { courierName } from '#order/couriers.ts'
import type { Order } from '#order/order.ts'
import { statusName } from '#order/status.ts'
import {
  type BookingField,
  type BookingTexts,
  bookingOf,
  bookingTexts,
  isBooked,
  OUTCOME_NAMES,
  trackingPart,
  withBooking,
} from './booking.ts'
import type { OrderRequests, ShownOrder } from './order-detail.store.ts'

export interface BookingFields {
  /** Fields that differ from the order. */
  typed: Partial<BookingTexts>
  /** Shown as if it were saved. */
  pending: Booking
  isSaving: boolean
  /** The tracking number that the database refused. */
  refused: string | undefined
}

const UNTOUCHED: BookingFields = { typed: {}, pending: {}, isSaving: false, refused: undefined }

/** What the steps of a booking work on. */
interface Changing {
  $form: WritableAtom<BookingFields>
  shown: ShownOrder
  requests: Pick<OrderRequests, 'bookOrder' | 'showToast'>
}

export function createBooking(shown: ShownOrder, requests: Changing['requests']) {
  const changing: Changing = { $form: atom(UNTOUCHED), shown, requests }
  const { $form } = changing
  return {
    $form,
    type: <Field extends BookingField>(field: Field, text: BookingTexts[Field]) =>
      type(changing, field, text),
    change: () => change(changing),
    updateStatus: () => save(changing, change(changing)),
    updateTracking: () => save(changing, trackingPart(change(changing))),
    /** Sends what is on screen and was not saved. */
    retry: () => save(changing, {}),
    isSaving: () => $form.get().isSaving,
    isTyped: () => Object.keys($form.get().typed).length > 0,
  }
}

export type BookingStore = ReturnType<typeof createBooking>

function set({ $form }: Changing, change: Partial<BookingFields>): void {
  $form.set({ ...$form.get(), ...change })
}

function type<Field extends BookingField>(
  changing: Changing,
  field: Field,
  text: BookingTexts[Field],
): void {
  const found = changing.shown.found()
  if (!found) return
  const { [field]: _, ...others } = changing.$form.get().typed
  const isSaved = bookingTexts(found)[field] === text
  // What was not saved is replaced by what is typed now.
  const { [field]: __, ...pending } = changing.$form.get().pending
  const typed = isSaved ? others : { ...others, [field]: text }
  set(changing, { typed, pending, refused: undefined })
}

/** What the form changes. */
function change({ $form, shown }: Changing): Booking {
  const found = shown.found()
  return found ? bookingOf({ ...bookingTexts(found), ...$form.get().typed }, found) : {}
}

async function save(changing: Changing, changed: Booking): Promise<void> {
  const { $form, shown, requests } = changing
  const found = shown.found()
  const { typed, pending: unsaved, isSaving } = $form.get()
  const pending = { ...unsaved, ...changed }
  if (!found || isSaving || Object.keys(pending).length === 0) return
  if (trackingNumberProblem(pending.trackingNumber ?? '')) return
  shown.hold()
  set(changing, { pending, isSaving: true, refused: undefined })
  try {
    const result = await requests.bookOrder(found.order.id, found.order.version, pending)
    if (result.ok) succeed(changing, pending, typed, result.order)
    else if (result.code === 'stale') await meetStale(changing, pending, typed, result.order)
    else if (result.code === 'tracking_invalid') {
      set(changing, { pending: {}, isSaving: false, refused: typed.trackingNumber })
    } else fail(changing, pending)
  } catch (error) {
    console.error(textsFor(pending).logged, error)
    fail(changing, pending, error)
  }
}

function succeed(
  changing: Changing,
  saved: Booking,
  sent: Partial<BookingTexts>,
  order: Order,
): void {
  const { shown, requests } = changing
  const found = shown.found()
  if (found) shown.takeOver({ order, outcome: withBooking(found, saved).outcome })
  forget(changing, saved, sent)
  requests.showToast({ title: 'Order updated', description: describeBooking(saved) })
}

/** The refused change stays typed, unless it is what the order has now: then its response was lost. */
async function meetStale(
  changing: Changing,
  pending: Booking,
  sent: Partial<BookingTexts>,
  order: Order | undefined,
): Promise<void> {
  await changing.shown.meetChange(order)
  const found = changing.shown.found()
  if (found && isBooked(pending, found)) return succeed(changing, pending, sent, found.order)
  set(changing, { pending: {}, isSaving: false })
}

function fail(changing: Changing, pending: Booking, error?: unknown): void {
  set(changing, { isSaving: false })
  // The end of the session has its own toast.
  if (!hasCode(error, 'forbidden')) changing.requests.showToast(failureToast(pending, error))
}

/** The saved fields follow the order again, except those typed into since. */
function forget(changing: Changing, saved: Booking, sent: Partial<BookingTexts>): void {
  const typed = Object.entries(changing.$form.get().typed).filter(
    ([field, text]) => !(field in saved) || sent[field as BookingField] !== text,
  )
  set(changing, { typed: Object.fromEntries(typed), pending: {}, isSaving: false })
}

/** `The status and the tracking number are not saved.` */
export function unsavedSentence(pending: Booking): string {
  const names = Object.keys(pending).map((field) => `the ${NAMES[field as BookingField]}`)
  const list = new Intl.ListFormat(LIST_LOCALE).format(names)
  const verb = names.length === 1 ? 'is' : 'are'
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${verb} not saved.`
}

const NAMES: Record<BookingField, string> = {
  status: 'status',
  courier: 'courier',
  trackingNumber: 'tracking number',
  outcome: 'outcome',
}

/** The texts of docs/product.md, rules 18.34, 18.35 and 18.40. */
const TEXTS = {
  status: {
    localOnly: 'Order updated locally only',
    failed: 'There was a problem updating the order status',
    logged: 'Error updating order status',
  },
  tracking: {
    localOnly: 'Tracking info updated locally only',
    failed: 'There was a problem updating the tracking information',
    logged: 'Error updating tracking info',
  },
}

function textsFor({ status, outcome }: Booking) {
  return status !== undefined || outcome !== undefined ? TEXTS.status : TEXTS.tracking
}

function describeBooking({ status, courier, trackingNumber, outcome }: Booking): string {
  const sentences = [
    status && `The status is now ${statusName(status)}`,
    outcome && `The outcome is now “${OUTCOME_NAMES[outcome]}”`,
    outcome === null && 'The outcome is gone',
    courier && `The courier is now ${courierName(courier)}`,
    courier === null && 'The courier is gone',
    trackingNumber && `The tracking number is now ${trackingNumber}`,
    trackingNumber === null && 'The tracking number is gone',
  ]
  return sentences.filter(Boolean).join('. ')
}

/** Without an error, or with `refused`, the backend responded and saved nothing. */
function failureToast(pending: Booking, error: unknown) {
  const isRefused = error === undefined || hasCode(error, 'refused')
  const { localOnly, failed } = textsFor(pending)
  return {
    title: isRefused ? 'Supabase update failed' : 'Update failed',
    description: isRefused ? localOnly : failed,
    tone: 'destructive' as const,
  }
}
