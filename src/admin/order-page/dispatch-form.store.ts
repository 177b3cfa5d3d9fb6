/*
 * Status, courier, tracking number and outcome of an order. A change shows at once and is saved behind it.
 * Where it was not saved it stays on screen, marked as not saved, until it is retried (docs/product.md, rule
 * 14.10).
 */
import { atom, type WritableAtom } from 'nanostores'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { undoOf } from '#admin/acts/offer-undo.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { type AskedReason, isAsked, type PackingReason, reasonsLeft } from '#admin/order/packing.ts'
import { trackingNumberProblem } from '#admin/order/tracking-number.ts'
import {
  changeOf,
  type DispatchChange,
  type Dispatched,
  dispatchOf,
  isEmptyChange,
  leavesBy,
} from '#desk/acts/dispatch.ts'
import { type DispatchRow, orderParts, planRow, toActRow, withResults } from '#desk/acts/row.ts'
import { describeSaved, failureToast, textsOf } from '#desk/acts/sentences.ts'
import type { Toast } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import type { OrderRequests, ShownOrder } from './shown-order.ts'

export interface DispatchFields {
  /** Parts that differ from the order, as they are typed. */
  typed: DispatchChange
  /** What is being saved, or was not saved. Its change shows as if it were saved. */
  row: DispatchRow | undefined
  /** The tracking number that the database refused. */
  refused: string | null | undefined
  /** What was not saved, since the order may not leave, and why. */
  stopped: { change: DispatchChange; reasons: readonly PackingReason[] } | undefined
}

/** What the steps of the form work on. */
interface Dispatching {
  $form: WritableAtom<DispatchFields>
  shown: ShownOrder
  services: Pick<OrderRequests, 'sendAct'> & { showToast: (toast: Toast) => void }
  acts: Acts<DispatchChange>
}

export function createDispatchForm(
  shown: ShownOrder,
  services: Dispatching['services'],
  restored: DispatchChange = {},
) {
  const $form = atom<DispatchFields>({
    typed: restored,
    row: undefined,
    refused: undefined,
    stopped: undefined,
  })
  const acts = createActs<DispatchChange>({
    sendAct: services.sendAct,
    errorMessage: (change) => textsOf(change).logged,
  })
  const form: Dispatching = { $form, shown, services, acts }
  return {
    $form,
    type: (typed: DispatchChange) => type(form, typed),
    change: () => typedChange(form),
    /** Forgets what the order has by now. */
    forgetSaved: () => type(form, {}),
    discard: () => set(form, { typed: {}, refused: undefined, stopped: undefined }),
    updateStatus: () => save(form, typedChange(form)),
    updateTracking: () => save(form, trackingPart(typedChange(form))),
    /** The next step of a numbered order. */
    ship: () => save(form, { status: 'shipped' }),
    /** Sends what was stopped, once more: the admin was asked. */
    saveAllTheSame: () => saveAllTheSame(form),
    /** Sends what is on screen and was not saved. */
    retry: () => save(form, {}),
    isSaving: () => isSaving($form.get()),
    isTyped: () => !isEmptyChange($form.get().typed),
  }
}

export type DispatchFormStore = ReturnType<typeof createDispatchForm>

export function isSaving({ row }: DispatchFields): boolean {
  return row?.result.state === 'sending'
}

/** An order with the reason that stands beside it. */
export function dispatchedOf({ order, endReason }: OrderInFull): Order & Dispatched {
  return { ...order, endReason }
}

/** The part that 'Update Tracking' saves. */
export function trackingPart(change: DispatchChange): DispatchChange {
  return without(change, (part) => ['status', 'outcome', 'endReason'].includes(part))
}

/** What was not saved is replaced by what is typed now. */
function type({ $form, shown }: Dispatching, change: DispatchChange): void {
  const found = shown.found()
  if (!found) return
  const { typed, row } = $form.get()
  const saved = dispatchOf(dispatchedOf(found))
  $form.set({
    typed: without({ ...typed, ...change }, (part, text) => (text ?? '') === (saved[part] ?? '')),
    row: row && { ...row, change: without(row.change, (part) => part in change) },
    refused: undefined,
    stopped: undefined,
  })
}

/** What the form changes. */
function typedChange({ $form, shown }: Dispatching): DispatchChange {
  const found = shown.found()
  return found ? changeOf(dispatchOf(dispatchedOf(found)), $form.get().typed) : {}
}

async function saveAllTheSame(form: Dispatching): Promise<void> {
  const { stopped } = form.$form.get()
  if (stopped) await save(form, stopped.change, stopped.reasons.filter(isAsked))
}

async function save(
  form: Dispatching,
  changed: DispatchChange,
  include: readonly AskedReason[] = [],
): Promise<void> {
  const { $form, shown, acts } = form
  const found = shown.found()
  const before = $form.get()
  const change = { ...before.row?.change, ...changed }
  if (!found || isSaving(before) || isEmptyChange(change)) return
  if (trackingNumberProblem(change.trackingNumber ?? '')) return
  const reasons = leavesBy(found.order.status, change) ? reasonsLeft(found.reasons, include) : []
  if (reasons.length > 0) return set(form, { stopped: { change, reasons } })
  const planned = planRow(dispatchedOf(found), change, include)
  shown.hold()
  set(form, {
    row: { ...planned, result: { state: 'sending' } },
    refused: undefined,
    stopped: undefined,
  })
  const act = await acts.once('book', [toActRow(planned)], change)
  if (act.state === 'saved') acts.forget()
  const [row = planned] = withResults([planned], act)
  if (row.result.state === 'saved') return succeed(form, before.typed, change, act)
  await fail(form, row, before.typed, act)
}

async function fail(
  form: Dispatching,
  row: DispatchRow,
  typed: DispatchChange,
  act: SentAct<DispatchChange>,
): Promise<void> {
  const { $form, shown, services } = form
  const { change, result } = row
  if (result.state === 'stale') {
    await shown.meetChange(orderParts(act.results[0]))
    set(form, { row: undefined })
    // What is typed stays, where the order does not have it by now.
    return type(form, {})
  }
  if (result.state === 'refused' && result.reasons)
    return set(form, { row: undefined, stopped: { change, reasons: result.reasons } })
  if (result.state === 'refused' && result.code === 'tracking_invalid')
    return set(form, { row: undefined, refused: typed.trackingNumber })
  // What was typed meanwhile is not pending any more.
  set(form, { row: { ...row, change: $form.get().row?.change ?? {} } })
  // The end of the session has its own toast.
  if (result.state !== 'signedOut') services.showToast(failureToast(row))
}

/** The saved parts follow the order again, except those typed into since. */
function succeed(
  form: Dispatching,
  sent: DispatchChange,
  change: DispatchChange,
  act: SentAct<DispatchChange>,
): void {
  const { $form, shown, services } = form
  const { results } = act
  const { endReason = null, ...parts } = orderParts(results[0]) ?? {}
  shown.takeOver(parts, { endReason })
  const isSent = (part: Part, text: unknown) => part in change && sent[part] === text
  set(form, { typed: without($form.get().typed, isSent), row: undefined })
  const run = undoOf(act, shown.load, services.sendAct)
  services.showToast({
    title: 'Order updated',
    description: describeSaved(change),
    action: { label: 'Undo', run },
  })
}

function set({ $form }: Dispatching, change: Partial<DispatchFields>): void {
  $form.set({ ...$form.get(), ...change })
}

type Part = keyof DispatchChange

function without(
  change: DispatchChange,
  isLeftOut: (part: Part, value: DispatchChange[Part]) => boolean,
): DispatchChange {
  const parts = Object.entries(change) as [Part, DispatchChange[Part]][]
  return Object.fromEntries(parts.filter(([part, value]) => !isLeftOut(part, value)))
}
