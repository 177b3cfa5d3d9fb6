/* Apart from the checkout: the fault injection runs without Vite, which resolves `astro:env`. */

import { newOrderKey } from '#order/device/order-key.ts'
import { type Attempt, type attempts, isComplete } from '#shop/checkout/place/attempt.ts'

/** Attempts that are saved nowhere else. */
export function attemptsInMemory(memory: { attempt: Attempt | undefined }): typeof attempts {
  return {
    latest: () => memory.attempt,
    current() {
      return memory.attempt && !isComplete(memory.attempt) ? memory.attempt : this.begin()
    },
    begin(earlier) {
      const attempt: Attempt = { key: newOrderKey(), step: 'prepared' }
      return this.save(earlier === undefined ? attempt : { ...attempt, earlier })
    },
    save: (attempt) => {
      memory.attempt = attempt
      return attempt
    },
  }
}
