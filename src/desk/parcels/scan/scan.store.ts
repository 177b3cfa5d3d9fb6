/*
 * Scans, each one code (docs/desk-rules.md, rules 21.15, 21.40, 22.44 and 22.45). The slip of a parcel that is packed comes
 * before its label, which gives it its number; a parcel that left is checked in. Each slip is asked about anew: its
 * order may have been cancelled a minute ago. What comes out of turn is said, and changes nothing. Numbers and check-ins
 * are acts: without a response they stay named, in the tab too, until they are sent.
 */
import { atom, computed, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { changeOf, dispatchOf, isEmptyChange } from '#admin/acts/dispatch.ts'
import { planRow, toActRow } from '#admin/acts/dispatch-row.ts'
import { beep } from '#admin/beep.ts'
import { idParam } from '#admin/lists/list.ts'
import { fetchOrderWithHistory } from '#admin/order-page/order-with-history.api.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { fetchOrders } from '#admin/orders/orders.api.ts'
import { askBeforeLeaving } from '#desk/acts/ask-before-leaving.ts'
import { mayBeOrderId, toReference, toTrackingNumber } from '#desk/files/cell.ts'
import { wrongNumber } from '#desk/files/numbers/numbered-order.ts'
import { lookUpNumbers } from '#desk/files/numbers/numbers.api.ts'
import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { cleanCode } from '#kit/text.ts'
import type { ScanAct } from './check-in-acts.ts'
import { type FoundParcel, fetchParcel, hasLeft } from './parcel.ts'
import { type ParcelChoice, type Scanned, scanOf, toScans } from './scans.ts'

export interface Station {
  /** Of the slip that was scanned last. */
  parcel: FoundParcel | undefined
  /** Whether the label of that parcel comes next. */
  isLabelNext: boolean
  /** What came of the last scan. */
  says: string
  isProblem: boolean
  /** Whose act has no response, as far as that is what is said. */
  unsaved: string | undefined
  isAsking: boolean
}

/** In hertz: of a scan that was right, and of one that somebody has to look at. */
const GOOD_BEEP = [880]
const BAD_BEEP = [220, 220]

const NOTHING_SAID = { says: '', isProblem: false, unsaved: undefined }

const services = { fetchOrderWithHistory, fetchOrders, lookUpNumbers, sendAct, beep }

interface ScanParts {
  $station: WritableAtom<Station>
  /** What a parcel that comes back is, in this tab. */
  $act: WritableAtom<ScanAct>
  acts: Acts<Scanned>
  /** The batch of the URL; 0 for any. */
  batch: number
  services: typeof services
}

export function createScans({
  url,
  ...options
}: Partial<typeof services> & { url?: QueryUrl } = {}) {
  const { $query } = queryState({ id: idParam }, url && { url })
  const used = { ...services, ...options }
  const acts = createActs<Scanned>({
    sendAct: used.sendAct,
    errorMessage: () => 'Error saving a scan',
    key: 'scans',
    // What was noted has names.
    isKept: ({ act, state }) => act !== 'undo' && state !== 'saved',
    toSaved: ({ row, ...scanned }) => ({
      ...scanned,
      ...(row && { row: { ...row, fullName: '' } }),
    }),
  })
  const parts: ScanParts = {
    $station: atom<Station>({
      ...NOTHING_SAID,
      parcel: undefined,
      isLabelNext: false,
      isAsking: false,
    }),
    // Not saved: who opens the page again would check parcels in as damaged without a look at it.
    $act: atom<ScanAct>('received_back'),
    acts,
    batch: $query.get().id,
    services: used,
  }
  // A scanner is faster than the network: what it types is taken one after the other.
  let last: Promise<unknown> = Promise.resolve()
  return {
    $station: parts.$station,
    $act: parts.$act,
    /** Newest first. */
    $scans: computed(acts.$acts, toScans),
    batch: parts.batch,
    choose: (act: ScanAct) => parts.$act.set(act),
    scan: async (typed: string) => {
      const step = last.then(() => scan(parts, typed))
      last = step
      // No check-in waits for another.
      if (await step) await checkIn(parts, typed, parts.$act.get())
    },
    /** The parcel whose slip was scanned gets no label now. */
    leaveSlip: () => set(parts, { ...NOTHING_SAID, parcel: undefined, isLabelNext: false }),
    /** A parcel that is here again, although its slip may say something else. */
    checkIn: (id: string) => {
      nowChecksIn(parts)
      return checkIn(parts, id, parts.$act.get())
    },
    /** One of several parcels of a number, in place of that scan. */
    pick: async (request: string, choice: ParcelChoice) => {
      const several = actOf(acts, request)
      if (!several) return
      acts.forget([several])
      await checkIn(parts, choice.orderId, several.about.act ?? 'received_back')
    },
    retry: async () => {
      for (const unsent of unsentIn(acts)) end(parts, await acts.resend(unsent))
    },
    undo: async (request: string) => {
      const scanned = actOf(acts, request)
      if (scanned && scanOf(scanned, acts.$acts.get()).state === 'done')
        await acts.undo(scanned, scanned.about)
    },
    start: () => askBeforeLeaving(() => unsentIn(acts).length > 0),
  }
}

export type ScanStore = ReturnType<typeof createScans>

/** Returns whether the code is one of a parcel that comes back. */
async function scan(parts: ScanParts, typed: string): Promise<boolean> {
  const asked = mayBeOrderId(typed) ? await ask(parts, toReference(typed)) : 'none'
  if (asked === 'signedOut') return false
  const { parcel, isLabelNext } = parts.$station.get()
  if (asked === 'none' && parcel && isLabelNext) {
    await scanLabel(parts, parcel, toTrackingNumber(typed))
    return false
  }
  if (asked !== 'none' && asked !== 'failed' && !hasLeft(asked.found)) {
    scanSlip(parts, asked)
    return false
  }
  nowChecksIn(parts)
  if (asked === 'failed') {
    const says = `${toReference(typed)} could not be checked: the shop could not be reached. Put this parcel aside, or scan it again.`
    tell(parts, says, true, { unsaved: cleanCode(typed) })
  }
  return true
}

/** The order as it is now. */
async function ask(
  parts: ScanParts,
  id: string,
): Promise<FoundParcel | 'none' | 'failed' | 'signedOut'> {
  set(parts, { isAsking: true })
  try {
    return (await fetchParcel(parts.services, id, parts.batch)) ?? 'none'
  } catch (error) {
    if (hasCode(error, 'forbidden')) return 'signedOut'
    console.error('Error fetching a scanned order', error)
    return 'failed'
  } finally {
    set(parts, { isAsking: false })
  }
}

function scanSlip(parts: ScanParts, parcel: FoundParcel): void {
  const { acts } = parts
  const before = slipIn(parts)
  const { found, refusal } = parcel
  const { id } = found.order
  // A scan that could not be asked about is no parcel that comes back.
  acts.forget(unsentIn(acts).filter(({ about }) => about.act && toReference(about.code) === id))
  if (refusal) {
    const says = `${id} ${refusal}: put this parcel aside.`
    tell(parts, says, true, { parcel, isLabelNext: false })
    return
  }
  const isAfterSlip = before !== undefined && before !== id
  const without = isAfterSlip ? `A slip after a slip: ${before} has no number yet. ` : ''
  const says = `${without}Now scan the label of ${nameOf(found)}.`
  tell(parts, says, isAfterSlip, { parcel, isLabelNext: true })
}

/** Checks whose number it is, and saves it for the version that was seen. */
async function scanLabel(parts: ScanParts, { found }: FoundParcel, number: string): Promise<void> {
  const { order, endReason } = found
  const { id, shippingAddress } = order
  const problem = await problemOfNumber(parts, found, number)
  if (problem) return tell(parts, problem, true)
  set(parts, { isLabelNext: false })
  const planned = { ...order, endReason, fullName: shippingAddress.fullName }
  const change = changeOf(dispatchOf(planned), { trackingNumber: number })
  if (isEmptyChange(change)) return tell(parts, `${id} has ${number} already.`, false)
  const row = planRow(planned, change)
  const act = await parts.acts.once('book', [toActRow(row)], { code: number, row })
  const { state, isProblem, says } = scanOf(act, [])
  if (isProblem) return tell(parts, `${id}: ${says}.`, true, { unsaved: number })
  if (state !== 'done') return
  tell(parts, `Saved: ${number} is the number of ${nameOf(found)}. Scan the next slip.`, false)
}

/** Undefined where it may be the number of the order. */
async function problemOfNumber(
  { services }: ScanParts,
  { order }: OrderWithHistory,
  number: string,
): Promise<string | undefined> {
  const { id, shippingAddress } = order
  try {
    const known = await services.lookUpNumbers([number])
    return wrongNumber(number, [{ id, phone: shippingAddress.phone }], known, { id })
  } catch (error) {
    console.error('Error looking up a number', error)
    return `${number} is not saved: the shop could not be reached. Scan it again.`
  }
}

/** A label that follows is not that of the slip before. */
function nowChecksIn(parts: ScanParts): void {
  const slip = slipIn(parts)
  const said = slip && { says: `${slip} has no number yet.`, isProblem: true }
  set(parts, { ...NOTHING_SAID, ...said, parcel: undefined, isLabelNext: false })
}

async function checkIn(parts: ScanParts, typed: string, act: ScanAct): Promise<void> {
  const code = cleanCode(typed)
  if (code === '') return
  end(parts, await parts.acts.once('check_in', [{ id: code, act }], { code, act }))
}

/** Its row says what became of it. */
function end(parts: ScanParts, { about, state, results: [result] }: SentAct<Scanned>): void {
  void parts.services.beep(result?.ok ? GOOD_BEEP : BAD_BEEP)
  const isSaid = parts.$station.get().unsaved === about.code
  if (isSaid && state === 'saved') set(parts, NOTHING_SAID)
}

function tell(
  parts: ScanParts,
  says: string,
  isProblem: boolean,
  change: Partial<Station> = {},
): void {
  void parts.services.beep(isProblem ? BAD_BEEP : GOOD_BEEP)
  set(parts, { ...NOTHING_SAID, ...change, says, isProblem })
}

function set({ $station }: ScanParts, change: Partial<Station>): void {
  $station.set({ ...$station.get(), ...change })
}

/** The order that waits for its label. */
function slipIn({ $station }: ScanParts): string | undefined {
  const { parcel, isLabelNext } = $station.get()
  return isLabelNext ? parcel?.found.order.id : undefined
}

function nameOf({ order }: OrderWithHistory): string {
  return `${order.id} (${order.shippingAddress.fullName})`
}

function actOf({ $acts }: Acts<Scanned>, request: string): SentAct<Scanned> | undefined {
  return $acts.get().find((one) => one.request === request && one.act !== 'undo')
}

function unsentIn(acts: Acts<Scanned>): SentAct<Scanned>[] {
  return acts.unsent().filter(({ act }) => act !== 'undo')
}
