/* What couriers' payments brought (docs/desk-rules.md, rule 22.6), in the same words everywhere. */

/** Minor units. The first three sum to the last two. */
export interface Came {
  customersPaid: number
  /** Costs are negative. */
  couriersKept: number
  /** What files say that they pay beside their lines. */
  unlisted: number
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

/** What a payment is made of. */
export function paidFigures({
  customersPaid,
  couriersKept,
  unlisted,
}: Pick<Came, 'customersPaid' | 'couriersKept' | 'unlisted'>): Figure[] {
  return [
    { label: 'Customers paid', amount: customersPaid },
    { label: 'Couriers kept', amount: couriersKept },
    ...some({ label: 'In no line of a file', amount: unlisted }),
  ]
}

export function cameFigures(came: Came): Figure[] {
  return [
    ...paidFigures(came),
    { label: IN_MY_BANK, amount: came.inBank },
    ...some({ label: 'Not in my bank yet', amount: came.notInBank }),
  ]
}

function some(figure: Figure): Figure[] {
  return isSome(figure) ? [figure] : []
}
