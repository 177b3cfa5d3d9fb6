/* Makes one batch of orders, in as many requests as the limit of one takes. */
import type { createBatch } from './batches.api.ts'
import {
  BATCH_SIZE,
  type Batch,
  type BatchChange,
  type BatchRefusal,
  type BatchRequest,
} from './batches.ts'

/** Without a batch, none of the orders could be booked. */
export interface MadeBatch<Made = Batch> extends Pick<BatchChange, 'leftOut' | 'marked'> {
  courier: string
  batch: Made
}

/** Books these orders, or all that are open and not booked, into the batch of the request or a new one. */
export async function makeBatch(
  create: typeof createBatch,
  { ids, ...request }: BatchRequest,
): Promise<MadeBatch<Batch | null> | BatchRefusal> {
  const { courier } = request
  const made: MadeBatch<Batch | null> = { courier, batch: null, leftOut: [], marked: 0 }
  let change: BatchChange | BatchRefusal
  let first = 0
  do {
    const some = ids && { ids: ids.slice(first, first + BATCH_SIZE) }
    // After the first request the batch is known, and the next ones add to it.
    change = await create({ ...request, ...some, ...(made.batch && { batch: made.batch.id }) })
    if (!change.ok) return change
    made.batch = change.batch ?? made.batch
    made.leftOut.push(...change.leftOut)
    made.marked = change.marked
    first += BATCH_SIZE
  } while (ids ? first < ids.length : change.exported.length > 0 && change.remaining > 0)
  return made
}
