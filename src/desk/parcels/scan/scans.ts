/* What became of scans, newest first: numbers of labels, and parcels that came back (docs/desk-rules.md, rules 21.40 and 22.44). */
import type { SentAct } from '#admin/acts/acts.store.ts'
import { type DispatchRow, withResults } from '#admin/acts/dispatch-row.ts'
import type { ContentLine } from '#admin/order/contents-text.ts'
import { type ParcelState, parcelStateName } from '#admin/parcels/parcels.ts'
import { problemOfRow } from '#desk/acts/problem-of-row.ts'
import { CHECK_IN_ACTS, type ScanAct } from './check-in-acts.ts'

/** What was scanned: the label of the slip before it, or a parcel that comes back. */
export interface Scanned {
  /** An order id or a tracking number. */
  code: string
  act?: ScanAct
  row?: DispatchRow
}

/** One of several parcels with the scanned number. */
export interface ParcelChoice {
  orderId: string
  fullName: string
  courier: string | null
}

export interface Scan {
  request: string
  code: string
  /** Undefined where the code names none. */
  orderId: string | undefined
  fullName: string
  /** Of a parcel that comes back. */
  details: { items: readonly ContentLine[]; city: string } | undefined
  /** `unsent`: without a response, so that it may be noted or not. */
  state: 'sending' | 'unsent' | 'done' | 'unchanged' | 'refused' | 'undone'
  says: string
  isProblem: boolean
  choices: readonly ParcelChoice[]
}

/** How many scans the page shows, and those without a response. */
const MAX_SCANS = 100

export function toScans(acts: readonly SentAct<Scanned>[]): Scan[] {
  return acts
    .filter(({ act }) => act !== 'undo')
    .map((act) => scanOf(act, acts))
    .reverse()
    .filter(({ state }, nth) => nth < MAX_SCANS || state === 'unsent' || state === 'sending')
}

export function scanOf(act: SentAct<Scanned>, acts: readonly SentAct<Scanned>[]): Scan {
  const { request, about, state } = act
  const scan: Scan = {
    request,
    code: about.code,
    orderId: undefined,
    fullName: '',
    details: undefined,
    state: state === 'saved' ? 'done' : state,
    says: '',
    isProblem: false,
    choices: [],
    ...(about.row ? ofNumber(act, about.row) : ofCheckIn(act)),
    ...ofUndo(acts.find((one) => one.act === 'undo' && one.request === request)),
  }
  const isBad = scan.isProblem || scan.state === 'refused' || scan.state === 'unsent'
  return { ...scan, isProblem: isBad }
}

function ofNumber(act: SentAct<Scanned>, row: DispatchRow): Partial<Scan> {
  const { id: orderId, fullName, seen } = row
  const problem = withResults([row], act).map(problemOfRow)[0]
  const replaced = seen.trackingNumber ? ` in place of ${seen.trackingNumber}` : ''
  const number = `Number ${act.about.code}${replaced}`
  if (act.state === 'sending') return { orderId, fullName, says: `${number}: saving...` }
  if (!problem) return { orderId, fullName, says: number }
  const refused = act.state === 'saved' && { state: 'refused' as const }
  return { orderId, fullName, says: `${number} is not saved: ${problem}`, ...refused }
}

function ofCheckIn({ about, state, results }: SentAct<Scanned>): Partial<Scan> {
  const name = CHECK_IN_ACTS[about.act ?? 'received_back']
  if (state === 'sending') return { says: 'Sending...' }
  if (state === 'unsent') return { says: `${name}: no response` }
  const result = results[0] as CheckInResult | undefined
  if (!result?.ok) {
    const refused: RefusedCheckIn = result ?? { code: 'refused' }
    return { state: 'refused', says: checkInRefusal(refused), choices: refused.parcels ?? [] }
  }
  const { orderId, order, from, to } = result
  const found = { orderId, fullName: order.fullName, details: order }
  if (result.unchanged)
    return { ...found, state: 'unchanged', says: `Is ${name.toLowerCase()} already` }
  if (from === 'delivered') {
    return {
      ...found,
      says: `${name}, though it was delivered: is it the right parcel?`,
      isProblem: true,
    }
  }
  const before = from === to ? '' : ` (before: ${parcelStateName(from).toLowerCase()})`
  return { ...found, says: name + before }
}

function ofUndo(undone: SentAct<Scanned> | undefined): Partial<Scan> | undefined {
  if (!undone) return undefined
  if (undone.state === 'sending') return { state: 'sending', says: 'Undoing...' }
  if (undone.state === 'unsent') return { says: 'Not undone: press Undo again.', isProblem: true }
  if (undone.results.every(({ ok }) => ok)) return { state: 'undone', says: 'Undone' }
  return { says: 'It cannot be undone: something came after it.', isProblem: true }
}

type CheckInResult =
  | {
      ok: true
      unchanged?: boolean
      orderId: string
      from: ParcelState
      to: ParcelState
      order: { fullName: string; city: string; items: ContentLine[] }
    }
  | ({ ok: false } & RefusedCheckIn)

/** With the code `several` the parcels, with `conflict` why. */
interface RefusedCheckIn {
  code: string
  parcels?: ParcelChoice[]
  why?: string
  orderId?: string
}

const REASONS: Record<string, string> = {
  not_lost: 'it was not lost.',
  not_sent: 'it is not sent yet. Scan its slip to pack it.',
  sent_again: 'the order was sent again with another parcel.',
  erased: 'its customer was erased.',
}

/** Why a scan noted nothing. */
function checkInRefusal({ code, why = '', orderId }: RefusedCheckIn): string {
  if (code === 'not_found') return 'No parcel has this number.'
  if (code === 'several') return 'Several parcels have this number. Which one is it?'
  const isFinal = why === 'delivered' || why === 'received_back' || why === 'cancelled'
  const reason = isFinal ? `it is ${parcelStateName(why).toLowerCase()}.` : REASONS[why]
  return `${orderId ? `${orderId}: ` : ''}${reason ?? 'this is not possible for it.'}`
}
