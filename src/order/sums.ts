/* The sums of an order or a cart, as every page, paper, file and message has them. */
import { formatMoney } from '#kit/money.ts'
import { FREE, SUM_LABELS } from './texts/sum-words.ts'

type SumName = keyof typeof SUM_LABELS

export interface Sum {
  name: SumName
  label: string
  /** Minor units. */
  amount: number
}

/** Minor units. */
export interface Payable {
  total: number
  /** What was paid of the total before delivery. */
  advance: number
}

/** What the lines come to. The last is the total. Shipping is always free (docs/product.md, rule 3.5). */
export function priceSums({ total }: Pick<Payable, 'total'>): Sum[] {
  return [sum('subtotal', total), sum('shipping', 0), sum('total', total)]
}

/** How the total is paid. The last is what the courier collects. */
export function paymentSums(order: Payable): Sum[] {
  return [
    sum('total', order.total),
    sum('advance', order.advance),
    sum('toCollect', amountToCollect(order)),
  ]
}

/** Minor units that the courier collects. */
export function amountToCollect({ total, advance }: Payable): number {
  return total - advance
}

export function amountText({ name, amount }: Sum): string {
  return name === 'shipping' && amount === 0 ? FREE : formatMoney(amount)
}

export function sum(name: SumName, amount: number): Sum {
  return { name, label: SUM_LABELS[name], amount }
}
