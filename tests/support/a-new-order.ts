import { randomBytes, randomInt } from 'node:crypto'
import { goodAddress } from './address-cases.ts'
import { anOrderRequest } from './order-request.ts'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** An order that nobody has placed before, from a phone of its own: limits do not add up. */
export function aNewOrder(change: Record<string, unknown> = {}) {
  const phone = `03${String(randomInt(1_000_000_000)).padStart(9, '0')}`
  return anOrderRequest({
    id: Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
    token: randomBytes(24).toString('base64url'),
    shippingAddress: { ...goodAddress, phone },
    ...change,
  })
}
