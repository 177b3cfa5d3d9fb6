/* What keeps an order from being placed twice. Without any one of them a rehearsal must find breaches. */
import type { CheckoutServices } from '#features/checkout/checkout.store.ts'
import type { ShopError } from '#shared/shop-error.ts'
import { replaceInFunction } from '#tools/mutation-tests/mutation.ts'
import { attemptsInMemory } from '../support/attempts-in-memory.ts'
import type { ClientCode } from './client-code.ts'

export type Guard = keyof typeof GUARDS

export interface WithoutGuard {
  changeClient?: (code: ClientCode) => Partial<CheckoutServices>
  changeDatabase?: string
  /** The history entry of a page is empty after a reload. */
  losesHistory?: boolean
}

export const GUARDS = {
  /** A naive client: every send is a new order. */
  'one key per attempt': {
    changeClient: (code) => ({
      placeOrder: (_, request) => code.liveServices.placeOrder(code.newOrderKey(), request),
    }),
  },
  /** The key dies with the tab. */
  'a kept key': {
    changeClient: () => ({ attempts: attemptsInMemory({ attempt: undefined }) }),
  },
  /** No answer is taken for a no. */
  'the same key after silence': {
    changeClient: ({ liveServices }) => ({
      placeOrder: async (key, request) => {
        try {
          return await liveServices.placeOrder(key, request)
        } catch (error) {
          if (isSilence(error)) liveServices.attempts.begin()
          throw error
        }
      },
    }),
  },
  /** An order counts as known to its customer before its confirmation has opened. */
  'a confirmation that was seen': {
    changeClient: ({ liveServices: { attempts } }) => ({
      attempts: {
        ...attempts,
        save: (attempt) =>
          attempts.save(attempt.step === 'complete' ? { ...attempt, step: 'seen' } : attempt),
      },
    }),
  },
  /** The second refusal of a copy is the last: here each is taken for the first. */
  'a copy that never blocks': {
    changeClient: ({ liveServices: { attempts } }) => ({
      attempts: {
        ...attempts,
        save: (attempt) =>
          attempts.save(attempt.step === 'saved' ? { ...attempt, step: 'placing' } : attempt),
      },
    }),
  },
  /** Another cart than the saved order's is an order of its own. */
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
  /** A saved order that is not confirmed is named. */
  'a named order': {
    changeClient: ({ liveServices: { attempts } }) => ({
      attempts: { ...attempts, begin: () => attempts.begin() },
    }),
  },
  /** The attempt survives a reload where all storage is refused. */
  'the entry in the history': { losesHistory: true },
  /** The database does not know an attempt again. */
  'the answer to a repeat': {
    changeDatabase: replaceInFunction(
      'private.place_order(jsonb)',
      'if found then',
      'if false then',
    ),
  },
} satisfies Record<string, WithoutGuard>

// The class is another one in each tab.
function isSilence(error: unknown): boolean {
  return hasCodeOf(error, 'unreachable')
}

function hasCodeOf(error: unknown, code: string): boolean {
  return (error as ShopError).code === code
}
