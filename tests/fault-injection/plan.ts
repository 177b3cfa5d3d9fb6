/* The actions and faults of one customer. They follow from the seed and the customer's number. */
import fc from 'fast-check'
import { priceList } from '#product/price-list.ts'
import type { ChosenLine } from '#shop/cart/cart.ts'
import type { StorageState } from './device.ts'
import { FAULTS, type Fault } from './faults.ts'

/** What a customer does, one after the other, until the order is confirmed. */
const ACTIONS = [
  'press',
  'press twice',
  'press in two tabs',
  'open a second tab while the first presses',
  'press and close the tab',
  'press and reload at once',
  'reload',
  'add a unit and press',
  'change the address and press',
  'storage fills up',
  'storage has room again',
  'erase storage while the order is pending',
  'the clock jumps',
  'another network',
] as const

export interface FaultPlan {
  number: number
  choices: ChosenLine[]
  storage: StorageState
  /** The error of the device's clock. */
  clockErrorHours: number
  hasLocks: boolean
  /** Behind a client address that many share, so that the limit refuses most requests. */
  sharesClientAddress: boolean
  faults: (Fault | 'none')[]
  actions: Action[]
  /** Between a press and the action that interrupts it. */
  delaysMs: number[]
  buysAgain: boolean
}

export function planOf(seed: number, number: number): FaultPlan {
  const [plan] = fc.sample(plans, { seed: (seed + Math.imul(number, 0x9e3779b1)) | 0, numRuns: 1 })
  if (!plan) throw new Error('No plan was generated')
  return { ...plan, number, faults: plan.faults.flat() }
}

export type Action = (typeof ACTIONS)[number]

const choices = fc.uniqueArray(
  fc
    .record({ product: fc.constantFrom(...priceList), quantity: fc.integer({ min: 1, max: 30 }) })
    .map(({ product, quantity }) => ({ id: product.id, size: product.sizes[0].label, quantity })),
  { minLength: 1, maxLength: 3, selector: (choice) => choice.id },
)

// Mostly single faults; some last longer than all automatic retries.
const faults = fc.array(
  fc
    .record({
      fault: fc.oneof(
        { weight: 3, arbitrary: fc.constant('none' as const) },
        { weight: 4, arbitrary: fc.constantFrom(...FAULTS) },
      ),
      times: fc.constantFrom(1, 1, 1, 2, 3, 4),
    })
    .map(({ fault, times }) => Array<Fault | 'none'>(times).fill(fault)),
  { maxLength: 5, size: 'max' },
)

const plans = fc.record({
  choices,
  storage: mostly<StorageState>('working', 'full', 'blocked'),
  clockErrorHours: mostly(0, -30, 30, 24 * 400),
  hasLocks: mostly(true, false),
  sharesClientAddress: mostly(false, true),
  faults,
  actions: fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 6, size: 'max' }),
  delaysMs: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 6, maxLength: 6 }),
  buysAgain: fc.boolean(),
})

function mostly<Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}
