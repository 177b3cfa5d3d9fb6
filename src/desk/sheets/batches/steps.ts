/* The four steps of a batch, and what became of it (docs/desk-rules.md, rule 21.11). The counts are the database's. */

import type { Stage } from '#admin/order/stages.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { formatDayOfYear } from '#kit/dates.ts'
import { inBrackets } from '#kit/text.ts'
import type { Batch, BatchStage } from './batches.ts'

export type StepName = 'Printed' | 'Numbers' | 'Shipped' | 'Customers told'

export interface Step {
  name: StepName
  isDone: boolean
  /** How many parcels may take it now. */
  ready: number
}

/** Each with the stage of the parcels that it is next for, and of those that come to it later. One on hold is still here. */
const STAGES: [StepName, ready: Stage, later: BatchStage[]][] = [
  ['Numbers', 'needs_number', ['held_without_number']],
  ['Shipped', 'to_ship', ['needs_number', 'held']],
  ['Customers told', 'to_tell', ['needs_number', 'to_ship', 'held']],
]

/** Empty where the batch was undone, or all of its orders have left it. */
export function stepsOf({ stages, orders, printedAt, undoneAt }: Batch): Step[] {
  if (undoneAt !== null || orders === 0) return []
  return [
    { name: 'Printed', isDone: printedAt !== null, ready: orders },
    ...STAGES.map(([name, stage, later]) => ({
      name,
      isDone: countAt(stages, [stage, ...later]) === 0,
      ready: countAt(stages, [stage]),
    })),
  ]
}

/** The first after those that are done that is possible. What was passed over, such as printing, is not asked for. */
export function nextBatchStep(steps: readonly Step[]): Step | undefined {
  const last = steps.findLastIndex(({ isDone }) => isDone)
  return steps.find(({ ready }, nth) => nth > last && ready > 0)
}

/** What is said of several parcels, and of one where that differs. */
const BECAME: [BatchStage[], many: string, one?: string][] = [
  [['to_tell', 'on_the_way'], 'on their way', 'on its way'],
  [['not_delivered'], 'not delivered'],
  [['coming_back'], 'coming back'],
  [['came_back', 'checked_in'], 'came back'],
  [['delivered', 'paid'], 'delivered'],
]

/** What became of the parcels that were handed over: `37 on their way, 16 delivered`. */
export function becameSentence({ stages }: Batch): string {
  return BECAME.flatMap(([which, many, one = many]) => {
    const count = countAt(stages, which)
    return count > 0 ? `${count} ${count === 1 ? one : many}` : []
  }).join(', ')
}

/** `Parcels of Nov 23, PostEx (53)`; without a number where all of its orders have left it. */
export function batchName({ at, courier, orders }: Batch): string {
  return `Parcels of ${formatDayOfYear(at)}, ${courierName(courier)}${inBrackets(orders)}`
}

/** How many parcels are at these stages. */
export function countAt(stages: Batch['stages'], which: readonly BatchStage[]): number {
  return which.reduce((sum, stage) => sum + (stages?.[stage] ?? 0), 0)
}
