/*
 * An attempt to place an order: its key is made once, before anything is sent, and kept until the
 * order is through. Whatever happens in between – no answer, a reload, a second tab – the next try
 * names the same order, so that the store can answer "I have that one" (decisions.md, "Checkout").
 * It holds no address: only the key and how far the attempt has come.
 */
import { isOrderKey, newOrderKey, type OrderKey } from '#features/orders/order-key.ts'
import { deviceStorage } from '#shared/device-storage.ts'

export interface Attempt {
  key: OrderKey
  /** placing: not known to be saved. saved: only the form copy is missing. done: nothing is. */
  step: 'placing' | 'saved' | 'done'
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
    return latest && latest.step !== 'done' ? latest : attempts.begin()
  },

  begin(): Attempt {
    return attempts.save({ key: newOrderKey(), step: 'placing' })
  },

  save(attempt: Attempt): Attempt {
    // Room for nothing new may still be room to forget: an end that is not noted would come again.
    if (attempt.step === 'done') deviceStorage.remove(STORAGE_KEY)
    deviceStorage.set(STORAGE_KEY, JSON.stringify(attempt))
    return attempt
  },
}

const STORAGE_KEY = 'zulf:attempt'
const STEPS = ['placing', 'saved', 'done']

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false
  const { key, step } = value as Record<string, unknown>
  return isOrderKey(key) && STEPS.includes(String(step))
}
