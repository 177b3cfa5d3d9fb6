/* The currency in words. Prices on screen carry no symbol (docs/product.md, rule 3.2). */
import { formatMoney } from '#kit/money.ts'
import { settings } from './settings.ts'

const WORDS: Record<string, { note: string; unit: string }> = {
  PKR: { note: 'All prices in Pakistani rupees', unit: 'rupees' },
}

/** Stands once on every page with prices. Empty for a currency without words here. */
export const currencyNote = WORDS[settings.currency]?.note ?? ''

/** `145900` → `"1459.00 rupees"`, for receipts, chats and the calendar. Takes minor units. */
export function formatSum(minor: number, currency = settings.currency): string {
  const unit = WORDS[currency]?.unit
  return unit ? `${formatMoney(minor)} ${unit}` : formatMoney(minor)
}
