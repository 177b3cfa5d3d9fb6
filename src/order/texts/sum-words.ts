/* Words of the sums and of the limits of an order. */

export const SUM_LABELS = {
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  total: 'Total',
  advance: 'Advance Paid',
  toCollect: 'Amount to Collect',
}

export const FREE = 'Free'

export function tooManyItems(most: number): string {
  return `We can send at most ${most} different items in one order.`
}

export function tooManyUnits(most: number, name: string): string {
  return `We can send at most ${most} of ${name} in one order.`
}
