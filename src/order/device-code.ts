/* The code of a device in a message to the shop, by which the device may change the order that an admin enters. */
import { foldDigits } from '#kit/text.ts'

/**
 * What a message to the shop names beside the order's number, so that the admin's entry of it is recognized as
 * this device's order. private.find_attempt() computes the same from a token.
 */
export function deviceCode(token: string): string {
  return token.replace(/[-_]/g, '').slice(0, 8).toUpperCase()
}

/** A typed code of a device, in any case and with any spaces; undefined where it is none. */
export function parseDeviceCode(typed: string): string | undefined {
  const code = foldDigits(typed)
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()
  return /^[A-Z0-9]{8}$/.test(code) ? code : undefined
}
