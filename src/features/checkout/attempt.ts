/*
 * An attempt to place an order: its key is made once, before anything is sent, and kept until the
 * order is through and its shopper knows. Whatever happens in between – no answer, a reload, a second
 * tab – the next try names the same order, so that the store can answer "I have that one"
 * (decisions.md, "Checkout"). It holds no address: only the key and how far the attempt has come.
 */
import { isOrderKey, newOrderKey, type OrderKey } from '#features/orders/order-key.ts'
import { deviceStorage } from '#shared/device-storage.ts'

export interface Attempt {
  key: OrderKey
  /**
   * placing: not known to be saved. saved: the form copy is missing. done: all but the shopper's
   * knowing, since the way to the confirmation can be cut off as well. shown: nothing is missing.
   */
  step: 'placing' | 'saved' | 'done' | 'shown'
}

export const attempts = {
  /** The latest attempt of this device, in whichever tab. */
  latest(): Attempt | undefined {
    try {
      const stored: unknown = JSON.parse(deviceStorage.get(STORAGE_KEY) ?? 'null')
      return isAttempt(stored) ? stored : undefined
    } catch {
      return undefined
    }
  },

  /** The attempt that is still to be brought to its end, or a new one. */
  current(): Attempt {
    const latest = attempts.latest()
    return latest && !isThrough(latest) ? latest : attempts.begin()
  },

  begin(): Attempt {
    return attempts.save({ key: newOrderKey(), step: 'placing' })
  },

  save(attempt: Attempt): Attempt {
    // Room for nothing new may still be room to forget: an end that is not noted would come again.
    if (isThrough(attempt)) deviceStorage.remove(STORAGE_KEY)
    deviceStorage.set(STORAGE_KEY, JSON.stringify(attempt))
    return attempt
  },
}

/** Whether the order is saved and copied, and its pieces have left the cart. */
export function isThrough({ step }: Attempt): boolean {
  return step === 'done' || step === 'shown'
}

/** For the page of the confirmation: from here on the shopper knows of the order. */
export function noteShown(orderId: string): void {
  const latest = attempts.latest()
  if (latest?.key.id === orderId && latest.step === 'done')
    attempts.save({ ...latest, step: 'shown' })
}

const STORAGE_KEY = 'zulf:attempt'
const STEPS = ['placing', 'saved', 'done', 'shown']

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false
  const { key, step } = value as Record<string, unknown>
  return isOrderKey(key) && STEPS.includes(String(step))
}
