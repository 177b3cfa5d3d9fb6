import { type Attempt, type attempts, isThrough } from '#features/checkout/attempt.ts'
import { newOrderKey } from '#features/orders/order-key.ts'

/** The attempts of a device that keeps them nowhere but here. */
export function attemptsInMemory(memory: { attempt: Attempt | undefined }): typeof attempts {
  return {
    latest: () => memory.attempt,
    current() {
      return memory.attempt && !isThrough(memory.attempt) ? memory.attempt : this.begin()
    },
    begin() {
      return this.save({ key: newOrderKey(), step: 'placing' })
    },
    save: (attempt) => {
      memory.attempt = attempt
      return attempt
    },
  }
}
