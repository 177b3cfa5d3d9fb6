/* What a cell of a courier's list says. */
import { cleanTrackingNumber } from '#admin/order/tracking-number.ts'
import { foldDigits } from '#kit/text.ts'

/** `#abc defgh` → `ABCDEFGH`. */
export function toReference(cell: string): string {
  return foldDigits(cell)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
}

/** As it is sent. Spreadsheets write `="123"` or `'123` to protect a number. */
export function toTrackingNumber(cell: string): string {
  return cleanTrackingNumber(cell.replace(/^="(.*)"$/s, '$1').replace(/^'/, ''))
}

/** Whether a spreadsheet wrote it as 2.67E+13: the other digits are lost. */
export function wasShortened(number: string): boolean {
  return /^\d([.,]\d+)?e\+?\d+$/i.test(number)
}

export function quote(text: string): string {
  return `“${text.slice(0, 80)}”`
}
