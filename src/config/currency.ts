/* The currency in words. Prices on screen carry none (docs/product.md, rule 3.2). */
import { formatMoney } from '#kit/money.ts'
import { settings } from './settings.ts'

const { name, sign } = settings.currencyWords

/** Stands once on every page with prices, in its summary where it has one. Empty without words in the settings. */
export const currencyNote = name && `All prices in ${name}`

/** `145900` → `"Rs 1459.00"`, for receipts, chats and the calendar. Takes minor units. */
export function formatSum(minor: number): string {
  return `${sign} ${formatMoney(minor)}`.trim()
}
