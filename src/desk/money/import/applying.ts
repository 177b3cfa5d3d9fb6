/* What a courier's file would do, or did, row by row. */
import { type ParcelState, parcelStateName } from '#admin/parcels/parcels.ts'
import { formatSum } from '#config/currency.ts'
import { otherCash } from '#desk/files/other-cash.ts'
import type { Paid } from '#desk/money/came.ts'
import { countOf } from '#kit/text.ts'

/** What becomes of a row. */
export const RESULTS = {
  changed: 'New state',
  money: 'Money only',
  number: 'Number only',
  unchanged: 'Unchanged',
  conflict: 'Needs a look',
  unknown: 'Unknown',
} as const

export type AppliedResult = keyof typeof RESULTS

export interface AppliedRow {
  row: number
  result: AppliedResult
  orderId?: string
  fullName?: string
  city?: string
  from?: ParcelState
  to?: ParcelState
  /** Minor units, like the other amounts. */
  toCollect?: number
  /** What the customer paid by this row, and what the courier keeps. Costs are negative. */
  cash?: number
  kept?: number
  /** The tracking number that its parcel gets, which has none yet. */
  number?: string
  /** What the courier collects by a file that names no payment, where its parcel has no other row. */
  inFile?: number | undefined
  why?: string
}

/** What a file comes to. */
export interface Compared {
  rows: AppliedRow[]
  /** What the payment comes to once it is saved. */
  paid: Paid
  /** What its rows sum to. */
  sum: number
  /** How many parcels get their tracking number. */
  numbered: number
  /** What the file itself says that it pays. */
  net?: number | null | undefined
  /** What the payment that it replaces sums to, and its costs and adjustments. */
  former?: { sum: number; costs: number }
}

export interface Applied extends Pick<Compared, 'paid' | 'sum' | 'net' | 'numbered'> {
  /** The id of the payment. */
  statement: number
  /** How many rows came to what. */
  counts: { [Result in AppliedResult]?: number }
}

/** With `statement_known`, the earlier payment, and whether only most of its amounts are the same. */
export interface RefusedFile {
  ok: false
  code: string
  statement?: number
  similar?: boolean
}

export type CompareResult = ({ ok: true } & Compared) | RefusedFile
export type ApplyResult = ({ ok: true } & Applied) | RefusedFile

/** What a row can be shown by, with how many there are. */
export function countResults(rows: readonly AppliedRow[]): [AppliedResult, number][] {
  const kinds = Object.keys(RESULTS) as AppliedResult[]
  return kinds
    .map((kind): [AppliedResult, number] => [
      kind,
      rows.filter((row) => row.result === kind).length,
    ])
    .filter(([, count]) => count > 0)
}

/** Whether saving changes something by this row. */
export function hasEffect(row: AppliedRow): boolean {
  switch (row.result) {
    case 'changed':
    case 'money':
    case 'number':
      return true
    case 'conflict':
      return row.number !== undefined || bringsMoney(row)
    default:
      return false
  }
}

/** Whether its money is saved: that of every parcel that is found, also where its state is in conflict. */
function bringsMoney({ toCollect, cash, kept }: AppliedRow): boolean {
  return toCollect !== undefined && Boolean(cash || kept)
}

/** What is said of a saved file beside what its rows changed. */
export const OTHER_RESULTS = ['unchanged', 'conflict', 'unknown'] as const

/** Why a row does less than it says, and whether its cash is not what is to be collected. */
export function rowSentences(row: AppliedRow): string {
  const { cash, toCollect } = row
  const isOtherAmount = cash && toCollect !== undefined && cash !== toCollect
  const amount = isOtherAmount && `The amount to collect was ${formatSum(toCollect)}.`
  const money = row.result === 'conflict' && bringsMoney(row) && 'Its money is saved all the same.'
  return [whySentence(row), money, amount, otherCashOf(row)].filter(Boolean).join(' ')
}

/** Of a row that numbers a parcel: what it has to collect is still to come. */
export function otherCashOf(row: AppliedRow): string | undefined {
  const { number, to = 'booked', cash, inFile, toCollect } = row
  const isComing = number !== undefined && TO_COLLECT.includes(to) && !cash
  return isComing ? otherCash(inFile, toCollect) : undefined
}

/** The states in which the rider still asks for the cash. */
const TO_COLLECT: readonly ParcelState[] = [
  'booked',
  'handed_over',
  'out_for_delivery',
  'attempt_failed',
]

const REASONS: Record<string, string> = {
  not_found: 'No order of the shop has this order id or tracking number.',
  not_booked: 'This order has no parcel: send it with the courier first.',
  several: 'Several parcels have this tracking number.',
  two_orders: 'The order id and the tracking number are of two different orders.',
  other_courier: 'This parcel is with another courier.',
  other_number: 'This order has another tracking number.',
  word: 'What the courier wrote about it changes nothing.',
  on_the_way: 'The file cancels a parcel that is on its way.',
  sent_again: 'This order was sent again with another parcel.',
  erased: 'The customer of this order was erased.',
}

function whySentence({ why, from, to }: AppliedRow): string | undefined {
  switch (why) {
    case undefined:
      return undefined
    case 'behind':
      return `It is further already: ${from ? parcelStateName(from).toLowerCase() : 'a later state'}.`
    case 'delivered':
    case 'received_back':
    case 'lost':
    case 'cancelled': {
      const wanted = to ? parcelStateName(to).toLowerCase() : 'this'
      return `It is ${parcelStateName(why).toLowerCase()}; the file says ${wanted}.`
    }
    default:
      return REASONS[why] ?? why.replaceAll('_', ' ')
  }
}

/** Why the whole file was refused. */
export function refusedFileSentence(code: string): string {
  return code === 'stale'
    ? 'Orders of this file changed at this moment. Please try again.'
    : 'The database refused this file. Nothing was changed.'
}

/** What the file says that it pays, beside what its rows come to. Those of no order of the shop are not saved. */
export function compareNet({ net, sum }: Pick<Compared, 'net' | 'sum'>): string {
  if (sum === 0 && !net) return 'This file brings no money.'
  const ofRows = `The rows of the shop’s orders come to ${formatSum(sum)}`
  if (net === null || net === undefined) return `${ofRows}. The file names no sum.`
  const difference = net - sum
  return difference === 0
    ? `The file pays ${formatSum(net)}, and its rows come to the same.`
    : `The file pays ${formatSum(net)}. ${ofRows}: the difference is ${formatSum(difference)}.`
}

/** `2 delivered, money of 3 parcels, 1 paid less than the amount to collect, 12 tracking numbers`: what the rows change. */
export function changesOf(rows: readonly AppliedRow[], numbered: number): string {
  const states = rows.flatMap(({ result, to }) => (result === 'changed' && to ? to : []))
  const paid = rows.filter((row) => hasEffect(row) && bringsMoney(row))
  const short = paid.filter(({ cash = 0, toCollect = 0 }) => cash > 0 && cash < toCollect).length
  const changes = [...new Set(states)].map(
    (state) =>
      `${states.filter((one) => one === state).length} ${parcelStateName(state).toLowerCase()}`,
  )
  if (paid.length > 0) changes.push(`money of ${countOf(paid.length, 'parcel')}`)
  if (short > 0) changes.push(`${short} paid less than the amount to collect`)
  if (numbered > 0) changes.push(countOf(numbered, 'tracking number'))
  return changes.join(', ')
}
