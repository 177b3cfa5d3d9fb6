/* Words of the sums of an order. */

export const SUM_LABELS = {
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  total: 'Total',
  advance: 'Advance Paid',
  toCollect: 'Amount to Collect',
  collected: 'Amount Collected',
}

export const FREE = 'Free'
