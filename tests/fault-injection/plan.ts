/* What one customer will do and meet, drawn from a seed: the same seed draws the same life. */
import fc from 'fast-check'
import type { Choice } from '#features/cart/cart.ts'
import { priceList } from '#features/catalogue/price-list.ts'
import type { StorageState } from './device.ts'
import { FAULTS, type Fault } from './faults.ts'

/** What a customer does as long as the order is not confirmed, one after the other. */
export const MOVES = [
  'press',
  'press twice',
  'press in two tabs',
  'open a second tab while the first presses',
  'press and close the tab',
  'press and reload at once',
  'reload',
  'put one more in and press',
  'change the address and press',
  'storage fills up',
  'storage has room again',
  'erase storage while the order is on its way',
  'the clock jumps',
  'another network',
] as const

export interface Plan {
  number: number
  choices: Choice[]
  storage: StorageState
  /** Hours by which the device's clock is wrong. */
  clockError: number
  hasLocks: boolean
  /** Behind an address that so many share that the store refuses most. */
  isInCrowd: boolean
  faults: (Fault | 'none')[]
  moves: Move[]
  /** Milliseconds between a press and what cuts it off. */
  moments: number[]
  buysAgain: boolean
}

export function planOf(seed: number, number: number): Plan {
  const [plan] = fc.sample(plans, { seed: (seed + Math.imul(number, 0x9e3779b1)) | 0, numRuns: 1 })
  if (!plan) throw new Error('Nothing was drawn')
  return { ...plan, number, faults: plan.faults.flat() }
}

export type Move = (typeof MOVES)[number]

const choices = fc.uniqueArray(
  fc
    .record({ product: fc.constantFrom(...priceList), quantity: fc.integer({ min: 1, max: 30 }) })
    .map(({ product, quantity }) => ({ id: product.id, size: product.sizes[0].label, quantity })),
  { minLength: 1, maxLength: 3, selector: (choice) => choice.id },
)

// One fault often comes alone, sometimes long enough to outlast all automatic tries.
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
  storage: seldom<StorageState>('working', 'full', 'blocked'),
  clockError: seldom(0, -30, 30, 24 * 400),
  hasLocks: seldom(true, false),
  isInCrowd: seldom(false, true),
  faults,
  moves: fc.array(fc.constantFrom(...MOVES), { minLength: 1, maxLength: 6, size: 'max' }),
  moments: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 6, maxLength: 6 }),
  buysAgain: fc.boolean(),
})

function seldom<Value>(usual: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}
