/* What a cell of a courier's list says. */
import { cleanTrackingNumber, trackingNumberProblem } from '#admin/parcels/tracking-number.ts'
import { foldDigits } from '#kit/text.ts'
import { isOrderId } from '#order/order-id.ts'
import { isPakistaniMobile } from '#order/phone.ts'

/** `#abc defgh` → `ABCDEFGH`. */
export function toReference(cell: string): string {
  return foldDigits(cell)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
}

/** Whether it may be an order id of this shop. */
export function mayBeOrderId(cell: string): boolean {
  return isOrderId(toReference(cell))
}

/** The tracking number in a cell. Spreadsheets write `="123"` or `'123` to protect a number. */
export function toTrackingNumber(cell: string): string {
  return cleanTrackingNumber(cell.replace(/^="(.*)"$/s, '$1').replace(/^'/, ''))
}

/** Whether it looks like a tracking number: enough digits, and neither a date nor a mobile. */
export function looksLikeNumber(cell: string): boolean {
  const number = toTrackingNumber(cell)
  const isDate = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(number)
  return (
    number.length >= 7 &&
    /\d{3}/.test(number) &&
    !isDate &&
    !isMobile(number) &&
    trackingNumberProblem(number) === undefined
  )
}

/** Why this is no tracking number, as a sentence about it; undefined where it may be one. */
export function numberProblem(number: string): string | undefined {
  const shown = quote(number)
  if (isMobile(number)) return `${shown} is a phone number, not a tracking number.`
  // 2.67E+13
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(number)) {
    return `${shown} was shortened by a spreadsheet, which lost its last digits. Use the file as it was downloaded, without saving it in a spreadsheet.`
  }
  const problem = trackingNumberProblem(number)
  return problem && `${shown}: ${problem}`
}

/** A mobile of Pakistan with what is dialled before it: without that, a courier's number may look the same. */
function isMobile(number: string): boolean {
  return /^(\+|0)/.test(number) && isPakistaniMobile(number)
}

export function quote(text: string): string {
  return `“${text.slice(0, 80)}”`
}
