import { expect, test } from 'vitest'
import type { Batch } from './batches.ts'
import { batchName, becameSentence, nextBatchStep, stepsOf } from './steps.ts'

function aBatch(stages: Batch['stages'] = {}, change: Partial<Batch> = {}): Batch {
  return {
    ...{ id: 7, at: '2026-11-21T08:00:00Z', courier: 'postex', orders: 3, request: null },
    ...{ undoneAt: null, printedAt: null, stages, ...change },
  }
}

/** The names of those that are to be done, with how many parcels may take them now. */
function toDo(batch: Batch): string {
  return stepsOf(batch)
    .flatMap(({ name, isDone, ready }) => (isDone ? [] : `${name} ${ready}`))
    .join()
}

test.each<[what: string, stages: Batch['stages'], toDo: string]>([
  [
    'a parcel without a number',
    { needs_number: 1, to_ship: 2 },
    'Numbers 1,Shipped 2,Customers told 0',
  ],
  ['numbers for all', { to_ship: 3 }, 'Shipped 3,Customers told 0'],
  ['a held parcel', { held: 1, on_the_way: 2 }, 'Shipped 0,Customers told 0'],
  [
    'a held parcel without a number',
    { held: 1, held_without_number: 1, on_the_way: 2 },
    'Numbers 0,Shipped 0,Customers told 0',
  ],
  ['a held parcel beside customers to tell', { held: 1, to_tell: 2 }, 'Shipped 0,Customers told 2'],
  ['customers to tell', { to_tell: 1, on_the_way: 2 }, 'Customers told 1'],
  ['all on their way', { on_the_way: 2, delivered: 1 }, ''],
])('rule 21.11: with %s its steps are true', (_, stages, open) => {
  expect(toDo(aBatch(stages, { printedAt: '2026-11-21T09:00:00Z' }))).toBe(open)
})

test('rule 21.11: the next step is possible, follows what is done, and is nothing that was passed over', () => {
  const next = (batch: Batch) => nextBatchStep(stepsOf(batch))?.name
  expect(next(aBatch({ needs_number: 3 }))).toBe('Printed')
  expect(next(aBatch({ to_ship: 3 }))).toBe('Shipped')
  expect(next(aBatch({ held: 1, on_the_way: 2 }))).toBeUndefined()
  expect(next(aBatch({ held: 1, to_tell: 2 }))).toBe('Customers told')
  expect(next(aBatch({ paid: 3 }))).toBeUndefined()
})

test('rule 21.11: a batch that was undone, or that all orders have left, has no steps', () => {
  expect(stepsOf(aBatch({ to_pack: 3 }, { undoneAt: '2026-11-21T09:00:00Z' }))).toEqual([])
  expect(stepsOf(aBatch({}, { orders: 0 }))).toEqual([])
})

test('rule 21.11: the name of a batch counts what is in it, and no 0', () => {
  expect(batchName(aBatch())).toMatch(/^Parcels of Nov 21, \w+ \(3\)$/)
  expect(batchName(aBatch({}, { orders: 0 }))).toMatch(/^Parcels of Nov 21, \w+$/)
})

test.each([
  [{ on_the_way: 1, paid: 1 }, '1 on its way, 1 delivered'],
  [{ to_tell: 1, on_the_way: 1 }, '2 on their way'],
])('rule 21.11: of %o became "%s"', (stages, sentence) => {
  expect(becameSentence(aBatch(stages))).toBe(sentence)
})
