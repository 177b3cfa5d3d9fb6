/* Payments: files of couriers that were saved (docs/desk-rules.md, section 22). Amounts are minor units. */

import type { Page } from '#admin/lists/list.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import type { MoneyLine, ParcelState } from '#admin/parcels/parcels.ts'
import { refusedSentence } from '#desk/acts/refused-sentence.ts'
import type { Trail, TrailQuery } from '#desk/lists/trail.ts'
import type { Paid } from '#desk/money/came.ts'
import { formatDayOfYear } from '#kit/dates.ts'

/** `came` is the sum of its days: a payment in parts has several. */
export interface Payment extends Paid {
  id: number
  courier: string
  /** The courier's own. */
  number: string | null
  fileName: string
  /** `2026-11-25` */
  dated: string | null
  /** ISO timestamps. */
  appliedAt: string
  undoneAt: string | null
  inBankAt: string | null
  /** The act that saved it. */
  request: string | null
  days: { day: string; came: number }[]
  parcels: number
}

export interface PaymentsQuery extends TrailQuery {
  /** Those alone that are not ticked as in the bank. */
  bank: 'not' | undefined
}

export type PageOfPayments = Page<Payment, Trail>

/** A parcel of a payment. */
export interface PaymentParcel {
  /** The id of the parcel. */
  parcel: number
  orderId: string
  fullName: string
  city: string
  trackingNumber: string | null
  state: ParcelState
  toCollect: number
  /** Its lines of this payment. */
  money: MoneyLine[]
  /** Of its cash in all payments, and what of it is more than was to be collected. */
  paid: number
  overpaid: number
}

export type UndoResult =
  /** `restored`: the payment in whose place it was. */
  | { ok: true; left: { orderId: string; why: string }[]; restored?: number }
  | { ok: false; code: string }

/** What names a payment. */
export type NamedPayment = Pick<Payment, 'number' | 'courier' | 'came' | 'dated' | 'appliedAt'>

/** `CPR-1`, or `of Nov 25` where the courier gives it no number. */
export function numberOrDay({ number, dated, appliedAt }: Omit<NamedPayment, 'courier'>): string {
  return number ?? `of ${formatDayOfYear(dated ?? appliedAt)}`
}

/** `payment CPR-1 from PostEx`; one of states alone is a file. */
export function paymentName(payment: NamedPayment): string {
  const { came, courier } = payment
  return `${came === 0 ? 'file' : 'payment'} ${numberOrDay(payment)} from ${courierName(courier)}`
}

/** Whether it says anything of money: files of states do not. */
export function hasMoney({ came, customersPaid, couriersKept }: Payment): boolean {
  return [came, customersPaid, couriersKept].some((amount) => amount !== 0)
}

/** In place of a sum, for a file without money: it has states, or numbers. */
export const NO_MONEY = 'States or numbers'

export function undoneSentence(payment: NamedPayment, result: UndoResult): string {
  const name = `The ${paymentName(payment)}`
  if (!result.ok) return `${name} was undone or replaced already.`
  const { left, restored } = result
  const back = restored === undefined ? '' : ' The one that it took the place of is saved again.'
  const money = payment.came === 0 ? '' : ': its money is gone'
  const done = `${name} is undone${money}.${back}`
  if (left.length === 0) return done
  const names = left.map(({ orderId, why }) => `${orderId} (${refusedSentence(why)})`)
  return `${done} The state of ${left.length === 1 ? 'one parcel' : `${left.length} parcels`} stays: ${names.join(', ')}.`
}
