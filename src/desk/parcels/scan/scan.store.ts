/*
 * Scans, each one code (docs/desk-rules.md, rules 21.15, 21.40, 22.44 and 22.45). The slip of a parcel that is packed comes
 * before its label, which gives it its number; a parcel that left is checked in. Each slip is asked about anew: its
 * order may have been cancelled a minute ago. What comes out of turn is said, and changes nothing. Numbers and check-ins
 * are acts: without a response they stay named, in the tab too, until they are sent.
 */
import { atom, computed } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { createActs, type SentAct } from '#admin/acts/acts.store.ts'
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
import type { Order } from '#order/order.ts'
import type { ScanAct } from './check-in-acts.ts'
import { type FoundParcel, hasLeft, refusalOf } from './parcel.ts'
import { type ParcelChoice, type Scanned, scanOf, toScans } from './scans.ts'

interface Station {
  /** Of the slip that was scanned last. */
  parcel: FoundParcel | undefined
  /** Its order, as long as it waits for its label. */
  slip: string | undefined
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
const NO_PARCEL = { ...NOTHING_SAID, parcel: undefined, slip: undefined }

const defaults = { fetchOrderWithHistory, fetchOrders, lookUpNumbers, sendAct, beep }

interface ScanOptions extends Partial<typeof defaults> {
  url?: QueryUrl
}

export function createScans({ url, ...options }: ScanOptions = {}) {
  const services = { ...defaults, ...options }
  const { $query } = queryState({ id: idParam }, url && { url })
  /** 0 for any. */
  const batch = $query.get().id
  const acts = createActs<Scanned>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error saving a scan',
    key: 'scans',
    // What was noted has names.
    isKept: ({ act, state }) => act !== 'undo' && state !== 'saved',
    toSaved: ({ row, ...scanned }) => ({
      ...scanned,
      ...(row && { row: { ...row, fullName: '' } }),
    }),
  })
  const $station = atom<Station>({ ...NO_PARCEL, isAsking: false })
  /** What a parcel that comes back is. Not saved: who opens the page again would check parcels in as damaged unseen. */
  const $act = atom<ScanAct>('received_back')
  // A scanner is faster than the network: what it types is taken one after the other.
  let last: Promise<unknown> = Promise.resolve()

  const actOf = (request: string) =>
    acts.$acts.get().find((one) => one.request === request && one.act !== 'undo')
  const unsentScans = () => acts.unsent().filter(({ act }) => act !== 'undo')

  function set(change: Partial<Station>): void {
    $station.set({ ...$station.get(), ...change })
  }

  function tell(says: string, isProblem: boolean, change: Partial<Station> = {}): void {
    void services.beep(isProblem ? BAD_BEEP : GOOD_BEEP)
    set({ ...NOTHING_SAID, ...change, says, isProblem })
  }

  async function scan(typed: string): Promise<void> {
    const step = last.then(() => take(typed))
    last = step
    // No check-in waits for another.
    if (await step) await checkIn(typed)
  }

  /** Returns whether the code is one of a parcel that comes back. */
  async function take(typed: string): Promise<boolean> {
    const asked = mayBeOrderId(typed) ? await ask(toReference(typed)) : 'none'
    if (asked === 'signedOut') return false
    const { parcel, slip } = $station.get()
    if (asked === 'none' && parcel && slip) {
      await takeLabel(parcel, toTrackingNumber(typed))
      return false
    }
    if (asked !== 'none' && asked !== 'failed' && !hasLeft(asked.found)) {
      takeSlip(asked)
      return false
    }
    leaveUnnumbered()
    if (asked === 'failed') {
      const says = `${toReference(typed)} could not be checked: the shop could not be reached. Put this parcel aside, or scan it again.`
      tell(says, true, { unsaved: cleanCode(typed) })
    }
    return true
  }

  /** The order as it is now. */
  async function ask(id: string): Promise<FoundParcel | 'none' | 'failed' | 'signedOut'> {
    set({ isAsking: true })
    try {
      const [found, isOfBatch] = await Promise.all([
        services.fetchOrderWithHistory(id),
        batch === 0 || isInBatch(id),
      ])
      return found ? { found, refusal: refusalOf(found, isOfBatch) } : 'none'
    } catch (error) {
      if (hasCode(error, 'forbidden')) return 'signedOut'
      console.error('Error fetching a scanned order', error)
      return 'failed'
    } finally {
      set({ isAsking: false })
    }
  }

  async function isInBatch(id: string): Promise<boolean> {
    const query = { search: id, status: undefined, older: undefined, newer: undefined }
    const { rows } = await services.fetchOrders({ ...query, batch: String(batch) })
    return rows.some((row) => row.id === id)
  }

  function takeSlip(parcel: FoundParcel): void {
    const before = $station.get().slip
    const { found, refusal } = parcel
    const { id } = found.order
    // A scan that could not be asked about is no parcel that comes back.
    acts.forget(unsentScans().filter(({ about }) => about.act && toReference(about.code) === id))
    if (refusal) {
      tell(`${id} ${refusal}: put this parcel aside.`, true, { parcel, slip: undefined })
      return
    }
    const isAfterSlip = before !== undefined && before !== id
    const without = isAfterSlip ? `A slip after a slip: ${before} has no number yet. ` : ''
    const says = `${without}Now scan the label of ${nameOf(found)}.`
    tell(says, isAfterSlip, { parcel, slip: id })
  }

  /** Checks whose number it is, and saves it for the version that was seen. */
  async function takeLabel({ found }: FoundParcel, number: string): Promise<void> {
    const { order, endReason } = found
    const { id, shippingAddress } = order
    const problem = await problemOfNumber(order, number)
    if (problem) return tell(problem, true)
    set({ slip: undefined })
    const planned = { ...order, endReason, fullName: shippingAddress.fullName }
    const change = changeOf(dispatchOf(planned), { trackingNumber: number })
    if (isEmptyChange(change)) return tell(`${id} has ${number} already.`, false)
    const row = planRow(planned, change)
    const act = await acts.once('book', [toActRow(row)], { code: number, row })
    const { state, isProblem, says } = scanOf(act, [])
    if (isProblem) return tell(`${id}: ${says}.`, true, { unsaved: number })
    if (state !== 'done') return
    tell(`Saved: ${number} is the number of ${nameOf(found)}. Scan the next slip.`, false)
  }

  /** Undefined where it may be the number of the order. */
  async function problemOfNumber(
    { id, shippingAddress }: Order,
    number: string,
  ): Promise<string | undefined> {
    try {
      const known = await services.lookUpNumbers([number])
      return wrongNumber(number, [{ id, phone: shippingAddress.phone }], known, { id })
    } catch (error) {
      console.error('Error looking up a number', error)
      return `${number} is not saved: the shop could not be reached. Scan it again.`
    }
  }

  /** A label that follows is not that of the slip before. */
  function leaveUnnumbered(): void {
    const { slip } = $station.get()
    set({ ...NO_PARCEL, ...(slip && { says: `${slip} has no number yet.`, isProblem: true }) })
  }

  async function checkIn(typed: string, act = $act.get()): Promise<void> {
    const code = cleanCode(typed)
    if (code !== '') end(await acts.once('check_in', [{ id: code, act }], { code, act }))
  }

  /** Its row says what became of it. */
  function end({ about, state, results: [result] }: SentAct<Scanned>): void {
    void services.beep(result?.ok ? GOOD_BEEP : BAD_BEEP)
    const isSaid = $station.get().unsaved === about.code
    if (isSaid && state === 'saved') set(NOTHING_SAID)
  }

  return {
    $station,
    $act,
    /** Newest first. */
    $scans: computed(acts.$acts, toScans),
    batch,
    scan,
    /** The parcel whose slip was scanned gets no label now. */
    leaveSlip: () => set(NO_PARCEL),
    /** A parcel that is here again, although its slip may say something else. */
    checkIn: (id: string) => {
      leaveUnnumbered()
      return checkIn(id)
    },
    /** One of several parcels of a number, in place of that scan. */
    pick: async (request: string, choice: ParcelChoice) => {
      const several = actOf(request)
      if (!several) return
      acts.forget([several])
      await checkIn(choice.orderId, several.about.act)
    },
    retry: async () => {
      for (const unsent of unsentScans()) end(await acts.resend(unsent))
    },
    undo: async (request: string) => {
      const scanned = actOf(request)
      if (scanned && scanOf(scanned, acts.$acts.get()).state === 'done')
        await acts.undo(scanned, scanned.about)
    },
    start: () => askBeforeLeaving(() => unsentScans().length > 0),
  }
}

export type ScanStore = ReturnType<typeof createScans>

function nameOf({ order }: OrderWithHistory): string {
  return `${order.id} (${order.shippingAddress.fullName})`
}
