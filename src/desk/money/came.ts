/* What couriers' payments brought (docs/desk-rules.md, rule 22.6), in the same words everywhere. */
import { formatSum } from '#config/currency.ts'
import { capitalized } from '#kit/text.ts'

/** What payments are made of, in minor units. */
interface Parts {
  customersPaid: number
  /** Costs are negative. */
  couriersKept: number
  /** What files say that they pay beside the lines of the shop's orders. */
  unlisted: number
}

/** What one payment comes to. */
export interface Paid extends Parts {
  /** What was transferred: the sum of the parts. */
  came: number
}

/** What many payments come to. The parts sum to the other two. */
export interface Came extends Parts {
  /** What was transferred, of the payments that are ticked, and of the others. */
  inBank: number
  notInBank: number
}

export interface Figure {
  label: string
  /** How many; undefined of a sum alone. */
  parcels?: number
  amount: number
  /** Of one order. */
  orderId?: string
  fullName?: string
}

/** Whether it says anything. */
export function isSome({ parcels = 0, amount }: Figure): boolean {
  return parcels > 0 || amount !== 0
}

export const IN_MY_BANK = 'In my bank'

function partFigures({ customersPaid, couriersKept, unlisted }: Parts): Figure[] {
  return [
    { label: 'Customers paid', amount: customersPaid },
    { label: 'Couriers kept', amount: keptOf(couriersKept) },
    ...some({ label: 'Of no order of the shop', amount: unlisted }),
  ]
}

/** What a courier kept, without the sign of a cost. */
export function keptOf(costs: number): number {
  return costs === 0 ? 0 : -costs
}

/** What a payment is made of, and its sum. */
export function paidFigures(paid: Paid, isInBank: boolean): Figure[] {
  const label = isInBank ? 'In your bank' : 'Comes to your bank'
  return [...partFigures(paid), { label, amount: paid.came }]
}

/** What was paid for one parcel: `Customer paid Rs 799.00 · courier kept Rs 208.80`. */
export function formatParcelPaid(cash: number, costs: number): string {
  const parts = [
    cash !== 0 && `Customer paid ${formatSum(cash)}`,
    costs !== 0 && `courier kept ${formatSum(keptOf(costs))}`,
  ]
  return capitalized(parts.filter(Boolean).join(' · '))
}

export function cameFigures(came: Came): Figure[] {
  return [
    ...partFigures(came),
    { label: IN_MY_BANK, amount: came.inBank },
    ...some({ label: 'Not in my bank yet', amount: came.notInBank }),
  ]
}

function some(figure: Figure): Figure[] {
  return isSome(figure) ? [figure] : []
}
