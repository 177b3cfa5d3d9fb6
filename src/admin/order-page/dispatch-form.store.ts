/*
 * Status, courier, tracking number and outcome of an order. A change shows at once and is saved behind it.
 * Where it was not saved it stays on screen, marked as not saved, until it is retried (docs/product.md, rule
 * 14.10).
 */
import { createActs, type SentAct } from '#admin/acts/acts.store.ts'
import {
  changeOf,
  type DispatchChange,
  type Dispatched,
  dispatchOf,
  isEmptyChange,
  leavesBy,
} from '#admin/acts/dispatch.ts'
import {
  type DispatchRow,
  orderParts,
  planRow,
  toActRow,
  withResults,
} from '#admin/acts/dispatch-row.ts'
import { undoOf } from '#admin/acts/offer-undo.ts'
import { describeSaved, failureTexts, failureToast } from '#admin/acts/sentences.ts'
import { END_REASONS, type EndReason, OUTCOME_NAMES } from '#admin/order/ending.ts'
import { type AskedReason, isAsked, type PackingReason, reasonsLeft } from '#admin/order/packing.ts'
import { trackingNumberProblem } from '#admin/parcels/tracking-number.ts'
import { draftAtom } from '#admin/tab-state/draft-atom.ts'
import { isRecord } from '#kit/json.ts'
import type { Order } from '#order/order.ts'
import { ORDER_STATUSES } from '#order/status.ts'
import type { OrderWithHistory } from './order-with-history.ts'
import type { OrderRequests, ShownOrder } from './shown-order.ts'

export interface DispatchFields {
  /** Parts that differ from the order, as they are typed. */
  typed: DispatchChange
  /** Of the order that they were typed on. */
  version: number | undefined
  /** Whether they were typed before the page was opened. */
  isRestored: boolean
  /** What is being saved, or was not saved. Its change shows as if it were saved. */
  row: DispatchRow | undefined
  /** The tracking number that the database refused. */
  refused: string | null | undefined
  /** What was not saved, since the order may not leave, and why. */
  stopped: { change: DispatchChange; reasons: readonly PackingReason[] } | undefined
}

const UNTOUCHED: DispatchFields = {
  typed: {},
  version: undefined,
  isRestored: false,
  row: undefined,
  refused: undefined,
  stopped: undefined,
}

export function createDispatchForm(
  shown: ShownOrder,
  { sendAct, showToast }: Pick<OrderRequests, 'sendAct' | 'showToast'>,
) {
  const $form = draftAtom(`order-booking-${shown.orderId}`, {
    empty: UNTOUCHED,
    isEmpty: ({ typed }) => isEmptyChange(typed),
    parse: parseBooking,
    toSaved: ({ typed, version }) => ({ typed, version }),
  })
  const acts = createActs<DispatchChange>({
    sendAct,
    errorMessage: (change) => failureTexts(change).logged,
  })

  function set(change: Partial<DispatchFields>): void {
    $form.set({ ...$form.get(), ...change })
  }

  /** What was not saved is replaced by what is typed now. */
  function type(change: DispatchChange): void {
    const found = shown.found()
    if (!found) return
    const { typed, row } = $form.get()
    const saved = dispatchOf(dispatchedOf(found))
    const isSaved = (part: Part, text: unknown) => (text ?? '') === (saved[part] ?? '')
    setTyped(without({ ...typed, ...change }, isSaved), {
      row: row && { ...row, change: without(row.change, (part) => part in change) },
      refused: undefined,
      stopped: undefined,
    })
  }

  function setTyped(typed: DispatchChange, others: Partial<DispatchFields>): void {
    const { version = shown.found()?.order.version, isRestored } = $form.get()
    if (isEmptyChange(typed)) set({ ...others, typed, version: undefined, isRestored: false })
    else set({ ...others, typed, version, isRestored })
  }

  /** What the form changes. */
  function typedChange(): DispatchChange {
    const found = shown.found()
    return found ? changeOf(dispatchOf(dispatchedOf(found)), $form.get().typed) : {}
  }

  async function save(
    changed: DispatchChange,
    include: readonly AskedReason[] = [],
  ): Promise<void> {
    const found = shown.found()
    const before = $form.get()
    const change = { ...before.row?.change, ...changed }
    if (!found || isSaving(before) || isEmptyChange(change)) return
    if (trackingNumberProblem(change.trackingNumber ?? '')) return
    const reasons = leavesBy(found.order.status, change)
      ? reasonsLeft(reasonsOf(found), include)
      : []
    if (reasons.length > 0) return set({ stopped: { change, reasons } })
    const planned = planRow(dispatchedOf(found), change, include)
    // The response to a load under way would not know of the change.
    shown.remote.cancel()
    set({
      row: { ...planned, result: { state: 'sending' } },
      refused: undefined,
      stopped: undefined,
    })
    const act = await acts.once('book', [toActRow(planned)], change)
    if (act.state === 'saved') acts.forget()
    const [row = planned] = withResults([planned], act)
    if (row.result.state === 'saved') succeed(before.typed, change, act)
    else await fail(row, before.typed)
  }

  async function fail(row: DispatchRow, typed: DispatchChange): Promise<void> {
    const { change, result } = row
    if (result.state === 'stale') {
      await shown.meetChange()
      set({ row: undefined })
      // What is typed stays, where the order does not have it by now.
      return type({})
    }
    if (result.state === 'refused' && result.reasons)
      return set({ row: undefined, stopped: { change, reasons: result.reasons } })
    if (result.state === 'refused' && result.code === 'tracking_invalid')
      return set({ row: undefined, refused: typed.trackingNumber })
    // What was typed meanwhile is not pending any more.
    set({ row: { ...row, change: $form.get().row?.change ?? {} } })
    // The end of the session has its own toast.
    if (result.state !== 'signedOut') showToast(failureToast(row))
  }

  /** The saved parts follow the order again, except those typed into since. */
  function succeed(
    sent: DispatchChange,
    change: DispatchChange,
    act: SentAct<DispatchChange>,
  ): void {
    const { endReason = null, ...parts } = orderParts(act.results[0]) ?? {}
    shown.takeOver(parts, { endReason })
    const isSent = (part: Part, text: unknown) => part in change && sent[part] === text
    setTyped(without($form.get().typed, isSent), { row: undefined })
    showToast({
      title: 'Order updated',
      description: `${shown.orderId}: ${describeSaved(change)}`,
      action: { label: 'Undo', run: undoOf(act, shown.loadOwn, sendAct) },
    })
  }

  return {
    $form,
    type,
    change: typedChange,
    compare: () => type({}),
    discard: () => set({ ...UNTOUCHED, row: $form.get().row }),
    updateStatus: () => save(statusPart(typedChange())),
    updateTracking: () => save(trackingPart(typedChange())),
    /** The next step of a numbered order. */
    ship: () => save({ status: 'shipped' }),
    /** Of an order that no courier took yet. */
    cancel: (endReason: EndReason | undefined) =>
      save({ status: 'cancelled', ...(endReason && { endReason }) }),
    /** Sends what was stopped, once more: the admin was asked. */
    async saveAllTheSame(): Promise<void> {
      const { stopped } = $form.get()
      if (stopped) await save(stopped.change, stopped.reasons.filter(isAsked))
    },
    /** Sends what is on screen and was not saved. */
    retry: () => save({}),
    isSaving: () => isSaving($form.get()),
    isTyped: () => !isEmptyChange($form.get().typed),
  }
}

export type DispatchFormStore = ReturnType<typeof createDispatchForm>

export function isSaving({ row }: DispatchFields): boolean {
  return row?.result.state === 'sending'
}

/** An order with the reason that stands beside it. */
export function dispatchedOf({ order, endReason }: OrderWithHistory): Order & Dispatched {
  return { ...order, endReason }
}

/** The part that 'Update Status' saves. */
export function statusPart(change: DispatchChange): DispatchChange {
  return without(change, (part) => !STATUS_PARTS.includes(part))
}

/** The part that 'Update Tracking' saves. */
export function trackingPart(change: DispatchChange): DispatchChange {
  return without(change, (part) => STATUS_PARTS.includes(part))
}

const STATUS_PARTS: readonly Part[] = ['status', 'outcome', 'endReason']

/** A response to a change says whether the order is booked, before its reasons are loaded again. */
function reasonsOf({ order, reasons }: OrderWithHistory): readonly PackingReason[] {
  return order.booked ? ['booked', ...reasons] : reasons
}

type Part = keyof DispatchChange

function without(
  change: DispatchChange,
  isLeftOut: (part: Part, value: DispatchChange[Part]) => boolean,
): DispatchChange {
  const parts = Object.entries(change) as [Part, DispatchChange[Part]][]
  return Object.fromEntries(parts.filter(([part, value]) => !isLeftOut(part, value)))
}

/** Each part as the database may have it. */
const PARTS: { [Part in keyof DispatchChange]-?: (value: unknown) => boolean } = {
  status: (value) => ORDER_STATUSES.some((status) => status === value),
  courier: isTextOrNull,
  trackingNumber: isTextOrNull,
  outcome: (value) => value === null || String(value) in OUTCOME_NAMES,
  endReason: (value) => value === null || String(value) in END_REASONS,
}

function parseBooking(saved: unknown): DispatchFields | undefined {
  if (!isRecord(saved) || !isRecord(saved['typed'])) return undefined
  const { typed, version } = saved
  if (typeof version !== 'number') return undefined
  const parts = Object.entries(PARTS).filter(
    ([part, isValid]) => part in typed && isValid(typed[part]),
  )
  return {
    ...UNTOUCHED,
    typed: Object.fromEntries(parts.map(([part]) => [part, typed[part]])),
    version,
    isRestored: parts.length > 0,
  }
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}
