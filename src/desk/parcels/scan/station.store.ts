/*
 * Scans, each one code (docs/product.md, rules 21.15, 21.40 and 22.44). The slip of a parcel that is packed comes
 * before its label, which gives it its number; a parcel that left is checked in. Each slip is asked about anew: its
 * order may have been cancelled a minute ago. What comes out of turn is said, and changes nothing.
 */
import { atom } from 'nanostores'
import { createActs, isDone } from '#admin/acts/acts.store.ts'
import { askBeforeLeaving } from '#admin/auth/ask-before-leaving.ts'
import { idParam } from '#admin/lists/list.ts'
import { changeOf, dispatchOf, isEmptyChange } from '#desk/acts/dispatch.ts'
import {
  type DispatchRow,
  isLeft,
  isSaved,
  orderParts,
  planRow,
  toActRow,
  withResults,
} from '#desk/acts/row.ts'
import { problemOfRow, textsOf } from '#desk/acts/sentences.ts'
import { quote, toReference, toTrackingNumber } from '#desk/files/cell.ts'
import { mayBeOrderId, NOTHING_KNOWN, wrongNumber } from '#desk/files/numbers/numbered-order.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { createCheckIns } from './check-in.store.ts'
import { hasLeft, type Parcel, refusalOf } from './parcel.ts'
import {
  keep,
  liveServices,
  type Named,
  put,
  remove,
  rowOf,
  type Station,
  scannedOrders,
  set,
  tell,
  type Working,
} from './station.ts'

export function createScans({
  url,
  ...options
}: Partial<typeof liveServices> & { url?: QueryUrl } = {}) {
  const { $query } = queryState({ id: idParam }, url && { url })
  const services = { ...liveServices, ...options }
  const working: Working = {
    $station: atom<Station>({
      ...{ slip: undefined, says: '', isProblem: false },
      ...{ parcel: undefined, isAsking: false, rows: [] },
    }),
    known: new Map(),
    batch: $query.get().id,
    services,
    checkIns: createCheckIns(services),
    acts: createActs({
      sendAct: services.sendAct,
      errorMessage: ({ change }: Pick<DispatchRow, 'id' | 'change'>) => textsOf(change).logged,
    }),
  }
  // A scanner is faster than the network: what it types is taken one after the other.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = last.then(step)
    last = result
    return result
  }
  return {
    $station: working.$station,
    batch: working.batch,
    checkIns: working.checkIns,
    scan: async (typed: string) => {
      const code = await inTurn(() => scan(working, typed))
      // None waits for another.
      if (code !== undefined) await working.checkIns.scan(code)
    },
    /** The parcel whose slip was scanned gets no label now. */
    leaveSlip: () => set(working, { slip: undefined, parcel: undefined, says: '' }),
    /** A delivered parcel that is here all the same. */
    checkIn: (id: string) => {
      nowChecksIn(working)
      return working.checkIns.scan(id)
    },
    retry: (id: string) => inTurn(() => retry(working, id)),
    undo: (id: string) => inTurn(() => undo(working, id)),
    start: () =>
      stopAll(
        askBeforeLeaving(() => working.$station.get().rows.some(isLeft)),
        working.checkIns.start(),
      ),
  }
}

export type ScanStore = ReturnType<typeof createScans>

/** Returns the code where it is one of a parcel that comes back. */
async function scan(working: Working, typed: string): Promise<string | undefined> {
  const asked = mayBeOrderId(typed) ? await ask(working, toReference(typed)) : 'none'
  if (asked === 'signedOut') return undefined
  const { slip } = working.$station.get()
  if (asked === 'none' && slip) {
    await scanLabel(working, slip, toTrackingNumber(typed))
    return undefined
  }
  if (asked !== 'none' && asked !== 'failed' && !asked.hasLeft) {
    scanSlip(working, asked)
    return undefined
  }
  nowChecksIn(working)
  if (asked === 'failed') {
    const says = `${toReference(typed)} could not be checked: the shop could not be reached. Put this parcel aside, or scan it again.`
    tell(working, says, true)
  }
  return typed
}

/** A label that follows is not that of the slip before. */
function nowChecksIn(working: Working): void {
  const { slip } = working.$station.get()
  const says = slip ? `${slip.id} has no number yet.` : ''
  set(working, { slip: undefined, parcel: undefined, says, isProblem: slip !== undefined })
}

/** The order as it is now, or as it was when it was scanned before, where it cannot be asked about. */
async function ask(
  working: Working,
  id: string,
): Promise<Parcel | 'none' | 'failed' | 'signedOut'> {
  const { known, services } = working
  set(working, { isAsking: true })
  try {
    const [found, hasOrder] = await Promise.all([
      services.fetchOrderInFull(id),
      isInBatch(working, id),
    ])
    if (!found) return 'none'
    const refusal = refusalOf(found, hasOrder ? undefined : working.batch)
    const parcel = { found, refusal, hasLeft: hasLeft(found), askedAt: Date.now(), isOld: false }
    known.set(id, parcel)
    return parcel
  } catch (error) {
    if (hasCode(error, 'forbidden')) return 'signedOut'
    console.error('Error fetching a scanned order', error)
    const before = known.get(id)
    return before ? { ...before, isOld: true } : 'failed'
  } finally {
    set(working, { isAsking: false })
  }
}

async function isInBatch({ batch, services }: Working, id: string): Promise<boolean> {
  if (batch === 0) return true
  const query = { search: id, status: undefined, older: undefined, newer: undefined }
  const { rows } = await services.fetchOrders({ ...query, batch: String(batch) })
  return rows.some((row) => row.id === id)
}

function scanSlip(working: Working, parcel: Parcel): void {
  const { slip: before } = working.$station.get()
  const { found, refusal, isOld } = parcel
  const { id, shippingAddress } = found.order
  working.checkIns.forget(id)
  const old = isOld ? 'It could not be asked about now, so this may be old. ' : ''
  if (refusal) {
    tell(working, `${old}${id} ${refusal}: put this parcel aside.`, true, {
      parcel,
      slip: undefined,
    })
    return
  }
  const slip = { id, fullName: shippingAddress.fullName }
  const isAfterSlip = before !== undefined && before.id !== id
  const without = isAfterSlip ? `A slip after a slip: ${before.id} has no number yet. ` : ''
  const says = `${old}${without}Now scan the label of ${nameOf(slip)}.`
  tell(working, says, isOld || isAfterSlip, { parcel, slip })
}

async function scanLabel(working: Working, slip: Named, number: string): Promise<void> {
  const { rows } = working.$station.get()
  const found = working.known.get(slip.id)?.found
  if (!found) return
  const same = rows.find(
    ({ id, change }) =>
      id !== slip.id && change.trackingNumber?.toUpperCase() === number.toUpperCase(),
  )
  if (same) return tell(working, `${quote(number)} was scanned for ${same.id} already.`, true)
  const problem = wrongNumber(number, scannedOrders(working), NOTHING_KNOWN, slip)
  if (problem) return tell(working, problem, true)
  set(working, { slip: undefined })
  const planned = { ...found.order, endReason: found.endReason, fullName: slip.fullName }
  const change = changeOf(dispatchOf(planned), { trackingNumber: number })
  if (isEmptyChange(change)) return tell(working, `${slip.id} has ${number} already.`, false)
  await send(working, planRow(planned, change))
}

/** Checks whose number it is, and saves it for the version that was seen. What could not be saved stays in the list. */
async function send(working: Working, row: DispatchRow): Promise<void> {
  const { id, seen, change } = row
  const { trackingNumber: number } = change
  put(working, { ...row, result: { state: 'sending' } })
  const checked = await checkNumber(working, row)
  if (typeof checked === 'string') {
    remove(working, id)
    return tell(working, checked, true)
  }
  const sent: DispatchRow = checked.isKnown
    ? await book(working, row)
    : { ...row, result: { state: 'unreachable' } }
  put(working, sent)
  const problem = problemOfRow(sent)
  if (problem) return tell(working, `${id}: ${number} is not saved: ${problem}.`, true)
  const replaced = seen.trackingNumber ? ` It replaces ${seen.trackingNumber}.` : ''
  const says = `Saved: ${number} is the number of ${nameOf(row)}.${replaced} Scan the next slip.`
  if (isSaved(sent)) tell(working, says, false)
}

async function book(working: Working, row: DispatchRow): Promise<DispatchRow> {
  const { id, change } = row
  const act = await working.acts.once('book', [toActRow(row)], { id, change })
  keep(working, id, orderParts(act.results[0]))
  return withResults([row], act)[0] ?? row
}

/** What is wrong with the number, or whether the database could say whose it is. */
async function checkNumber(
  working: Working,
  { id, change: { trackingNumber } }: DispatchRow,
): Promise<string | { isKnown: boolean }> {
  if (!trackingNumber) return { isKnown: false }
  try {
    const taken = await working.services.lookUpNumbers([trackingNumber])
    const order = { id, closed: working.known.get(id)?.refusal }
    return wrongNumber(trackingNumber, scannedOrders(working), taken, order) ?? { isKnown: true }
  } catch (error) {
    console.error('Error looking up a number', error)
    return { isKnown: false }
  }
}

async function retry(working: Working, id: string): Promise<void> {
  const row = rowOf(working, id)
  if (row && isLeft(row)) await send(working, row)
}

/** The order has again what it had before, and its slip can be scanned anew. */
async function undo(working: Working, id: string): Promise<void> {
  const row = rowOf(working, id)
  const saved = working.acts.$acts.get().find((act) => act.about.id === id && isDone(act))
  if (!row || !isSaved(row) || !saved) return
  const undone = await working.acts.undo(saved, saved.about)
  const problem = withResults([row], undone).map(problemOfRow)[0]
  if (problem) return tell(working, `The number of ${id} is not taken back: ${problem}.`, true)
  if (undone.state !== 'saved') return
  working.acts.forget([saved, undone])
  remove(working, id)
  keep(working, id, orderParts(undone.results[0]))
  tell(working, `The number of ${id} is as before.`, false)
}

function nameOf({ id, fullName }: Named): string {
  return `${id} (${fullName})`
}
