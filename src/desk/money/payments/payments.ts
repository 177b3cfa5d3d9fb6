/* Payments: files of couriers that were saved (docs/desk-rules.md, section 22). Amounts are minor units. */

import { refusedSentence } from '#admin/acts/refused-sentence.ts'
import type { Page } from '#admin/lists/list.ts'
import type { Trail } from '#admin/lists/trail.ts'
import { courierName } from '#admin/order/couriers.ts'
import type { MoneyLine, ParcelState } from '#admin/order/parcels.ts'
import { type Came, paidFigures } from '#desk/money/came.ts'
import { formatMoney } from '#kit/money.ts'

export interface Payment extends Pick<Came, 'customersPaid' | 'couriersKept' | 'unlisted'> {
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
  /** What was transferred, in sum and by the day of payment: a payment in parts has several. */
  came: number
  days: { day: string; came: number }[]
  parcels: number
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

/** `payment CPR-1 from PostEx`; one of states alone is a file. */
export function paymentName(payment: Pick<Payment, 'id' | 'number' | 'courier' | 'came'>): string {
  const { id, number, courier, came } = payment
  return `${came === 0 ? 'file' : 'payment'} ${number ?? id} from ${courierName(courier)}`
}

/** Whether it says anything of money: files of states do not. */
export function hasMoney({ came, customersPaid, couriersKept }: Payment): boolean {
  return [came, customersPaid, couriersKept].some((amount) => amount !== 0)
}

/** Of a file that says nothing of money: it has states, or numbers. */
export const NO_PAYMENT = 'No payment'

/** `Customers paid 1459.00 · Couriers kept -226.20`. */
export function formatPaid(payment: Payment): string {
  if (!hasMoney(payment)) return NO_PAYMENT
  const figures = paidFigures(payment)
  return figures.map(({ label, amount }) => `${label} ${formatMoney(amount)}`).join(' · ')
}

export function undoneSentence(
  payment: Parameters<typeof paymentName>[0],
  result: UndoResult,
): string {
  const name = `The ${paymentName(payment)}`
  if (!result.ok) return `${name} was undone or replaced already.`
  const { left, restored } = result
  const back = restored === undefined ? '' : ` Payment ${restored} is saved again.`
  const money = payment.came === 0 ? '' : ': its money is gone'
  const done = `${name} is undone${money}.${back}`
  if (left.length === 0) return done
  const names = left.map(({ orderId, why }) => `${orderId} (${refusedSentence(why)})`)
  return `${done} The state of ${left.length === 1 ? 'one parcel' : `${left.length} parcels`} stays: ${names.join(', ')}.`
}
