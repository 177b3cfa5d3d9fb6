/* What is worth a look before an order is sent. The database finds it: private.order_marks(). */

/**
 * In the order in which they are shown: the words of a row, and the sentence behind them. No customer sees
 * them (docs/product.md, rule 14.17).
 */
export const MARKS = {
  duplicate: {
    badge: 'Same phone',
    sentence: 'Another order from this phone within a day.',
  },
  returned_before: {
    badge: 'Came back before',
    sentence: 'An earlier parcel to this phone was returned or refused.',
  },
  cancelled_before: {
    badge: 'Cancelled before',
    sentence: 'An earlier order from this phone was cancelled.',
  },
  unusual_quantity: {
    badge: 'Many units',
    sentence: 'More than 10 units in one order.',
  },
  not_mobile: {
    badge: 'Check phone',
    sentence: 'The phone is not a Pakistani mobile number.',
  },
} as const

export type OrderMark = keyof typeof MARKS

/** The texts of these marks. Unknown codes are left out: a newer database may know more of them. */
export function markTexts(marks: readonly OrderMark[]): { badge: string; sentence: string }[] {
  return Object.entries(MARKS)
    .filter(([code]) => marks.includes(code as OrderMark))
    .map(([, texts]) => texts)
}
