/* What a cell of a courier's list says. */
import { cleanTrackingNumber } from '#admin/order/tracking-number.ts'
import { cleanText, foldDigits } from '#kit/text.ts'

/** Marks of direction and of line breaks, which no cell of a list needs. */
const MARKS = /[\u00AD\u061C\u200B\u200E\u200F\u2060]/g

/** One line, without marks that do not print. */
export function cleanCell(text: string): string {
  return cleanText(text.replace(MARKS, ''))
}

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
