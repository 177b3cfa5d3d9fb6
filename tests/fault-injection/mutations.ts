/* Removes one protection of an order. With any of these a run must find violations. */

import type { ShopError } from '#kit/remote/shop-error.ts'
import type { PlacingServices } from '#shop/checkout/outcome.ts'
import { attemptsInMemory } from '#tests/support/attempts-in-memory.ts'
import { replaceInFunction } from '#tools/mutation-tests/mutation.ts'
import type { ClientCode } from './client-code.ts'

export type Mutation = keyof typeof MUTATIONS

export interface MutatedParts {
  changeClient?: (code: ClientCode) => Partial<PlacingServices>
  changeDatabase?: string
  /** The state of the history entry is lost by a reload. */
  losesHistory?: boolean
}

export const MUTATIONS = {
  /** Every request has a new key. */
  'one key per attempt': {
    changeClient: (code) => ({
      placeOrder: (_, request) => code.liveServices.placeOrder(code.newOrderKey(), request),
    }),
  },
  /** The key is lost with the tab. */
  'a saved key': {
    changeClient: () => ({ attempts: attemptsInMemory({ attempt: undefined }) }),
  },
  /** No response is taken for a refusal. */
  'the same key after no response': {
    changeClient: ({ liveServices }) => ({
      placeOrder: async (key, request) => {
        try {
          return await liveServices.placeOrder(key, request)
        } catch (error) {
          if (isUnreachable(error)) liveServices.attempts.begin()
          throw error
        }
      },
    }),
  },
  /** A status of 4xx alone is no refusal. */
  'a refusal with a code': {
    changeClient: ({ liveServices }) => ({
      placeOrder: async (key, request) => {
        try {
          return await liveServices.placeOrder(key, request)
        } catch (error) {
          const { status = 0 } = error as ShopError
          throw status >= 400 && status < 500 ? Object.assign(error as ShopError, REFUSED) : error
        }
      },
    }),
  },
  /** An order counts as seen before its confirmation has opened. */
  'a confirmation that was seen': {
    changeClient: ({ liveServices: { attempts } }) => ({
      attempts: {
        ...attempts,
        save: (attempt) =>
          attempts.save(attempt.step === 'complete' ? { ...attempt, step: 'seen' } : attempt),
      },
    }),
  },
  /** After the second refusal of a copy the order completes. Here each refusal counts as the first. */
  'a copy that never blocks': {
    changeClient: ({ liveServices: { attempts } }) => ({
      attempts: {
        ...attempts,
        save: (attempt) =>
          attempts.save(attempt.step === 'saved' ? { ...attempt, step: 'placing' } : attempt),
      },
    }),
  },
  /** A cart other than that of the saved order is a new order. */
  'another cart is another order': {
    changeClient: ({ liveServices }) => ({
      placeOrder: async (key, request) => {
        try {
          return await liveServices.placeOrder(key, request)
        } catch (error) {
          const saved = await liveServices.fetchOrder(key.id, key.token).catch(() => undefined)
          if (hasCodeOf(error, 'attempt_reused') && saved) return saved
          throw error
        }
      },
    }),
  },
  /** A saved order that was not confirmed is named on the page. */
  'a named order': {
    changeClient: ({ liveServices: { attempts } }) => ({
      attempts: { ...attempts, begin: () => attempts.begin() },
    }),
  },
  /** The attempt survives a reload where storage is blocked. */
  'the entry in the history': { losesHistory: true },
  /** The database recognizes a repeated request. */
  'the replay': {
    changeDatabase: replaceInFunction(
      'private.place_once(jsonb)',
      'if found then',
      'if false then',
    ),
  },
} satisfies Record<string, MutatedParts>

const REFUSED = { code: 'invalid' }

// Each tab has its own class ShopError, so instanceof does not work.
function isUnreachable(error: unknown): boolean {
  return hasCodeOf(error, 'unreachable')
}

function hasCodeOf(error: unknown, code: string): boolean {
  return (error as ShopError).code === code
}
