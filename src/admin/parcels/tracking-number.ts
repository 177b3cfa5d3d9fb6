/* What a tracking number looks like. The database has the same pattern: public.orders.tracking_number. */
import { cleanCode } from '#kit/text.ts'

const TRACKING_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$/

export const TRACKING_NUMBER_HINT = 'Up to 64 Latin letters, digits, spaces and . / _ -'

/** As it is sent: on one line, with Latin digits. */
export function cleanTrackingNumber(typed: string): string {
  return cleanCode(typed)
}

/** Why the database would refuse this number; undefined where it would not. An empty one is no number. */
export function trackingNumberProblem(typed: string): string | undefined {
  const number = cleanTrackingNumber(typed)
  if (number === '' || TRACKING_NUMBER.test(number)) return undefined
  return number.length > 64
    ? `A tracking number has at most 64 characters; this one has ${number.length}.`
    : 'Only Latin letters, digits, spaces and . / _ - are possible, with a letter or digit first.'
}
