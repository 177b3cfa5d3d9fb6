/*
 * An attempt to place an order. Its key is made once, before anything is sent, and saved until the
 * order is complete and its customer has seen it. Whatever happens in between (no response, a reload, a
 * second tab), the next try names the same order, so that the backend can return it
 * (docs/product.md, rule 5.2). It has no address: only the key and how far the attempt has come.
 */

import { isRecord, parseJson } from '#kit/json.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { isOrderKey, newOrderKey, type OrderKey } from '#order/device/order-key.ts'
import { isOrderId } from '#order/order-id.ts'

export interface Attempt {
  key: OrderKey
  /**
   * How far it has come. prepared: nothing was sent. placing: sent, without a known outcome. saved: the backend has the
   * order; its copy has not been accepted by the form service, and its units are in the cart. complete: they have left
   * it, but nobody has seen the confirmation. seen: nothing is missing.
   */
  step: 'prepared' | 'placing' | 'saved' | 'complete' | 'seen'
  /** The order placed before this one that the checkout names, until its confirmation is opened. */
  earlier?: string
  /** Of a complete one: saved before its cart or address was changed, which every tab has to say. */
  isBeforeChange?: boolean
}

export const attempts = {
  /** The latest attempt of this device, in whichever tab. */
  latest(): Attempt | undefined {
    const saved = parseJson(deviceStorage.get(STORAGE_KEY))
    return isAttempt(saved) ? saved : undefined
  },

  /** The attempt that is not complete yet, or a new one. */
  current(): Attempt {
    const latest = attempts.latest()
    return latest && !isComplete(latest) ? latest : attempts.begin()
  },

  begin(earlier?: string): Attempt {
    const attempt: Attempt = { key: newOrderKey(), step: 'prepared' }
    return attempts.save(earlier === undefined ? attempt : { ...attempt, earlier })
  },

  save(attempt: Attempt): Attempt {
    // A full device may still have room to remove: a completed attempt must not be found again.
    if (isComplete(attempt)) deviceStorage.remove(STORAGE_KEY)
    deviceStorage.set(STORAGE_KEY, JSON.stringify(attempt))
    return attempt
  },
}

/** Whether the order is saved and its units have left the cart. */
export function isComplete({ step }: Attempt): boolean {
  return step === 'complete' || step === 'seen'
}

/** For the confirmation page: its customer knows of the order now. */
export function markSeen(orderId: string): void {
  const latest = attempts.latest()
  if (!latest) return
  const { earlier, ...attempt } = latest
  if (earlier === orderId) attempts.save(attempt)
  if (attempt.key.id === orderId && attempt.step === 'complete')
    attempts.save({ key: attempt.key, step: 'seen' })
}

const STORAGE_KEY = 'zulf:attempt'
const STEPS = ['prepared', 'placing', 'saved', 'complete', 'seen']

function isAttempt(value: unknown): value is Attempt {
  if (!isRecord(value)) return false
  const { key, step, earlier, isBeforeChange = false } = value
  const isEarlierValid =
    earlier === undefined || (typeof earlier === 'string' && isOrderId(earlier))
  const areNotesValid = isEarlierValid && typeof isBeforeChange === 'boolean'
  return isOrderKey(key) && STEPS.includes(String(step)) && areNotesValid
}
