/* Books orders for a courier as one batch, in as many requests as the limit of one takes. */
import type { createBatch } from './batches.api.ts'
import { BATCH_SIZE, type Batch, type BatchChange } from './batches.ts'

export type LeftOut = BatchChange['leftOut']

type CreateBatch = typeof createBatch
type BatchRequest = Parameters<CreateBatch>[0]

export interface BookingOutcome {
  /** Undefined where none of the orders could be booked. */
  batch: Batch | undefined
  leftOut: LeftOut
  /** How many marked orders were left out of a sheet of all orders. */
  marked: number
}

/** Into the batch of the request, or into a new one. */
export async function bookThese(
  create: CreateBatch,
  { ids, ...request }: BatchRequest & { ids: readonly string[] },
): Promise<BookingOutcome> {
  const outcome: BookingOutcome = { batch: undefined, leftOut: [], marked: 0 }
  for (let first = 0; first < ids.length; first += BATCH_SIZE) {
    const some = ids.slice(first, first + BATCH_SIZE)
    await bookSome(create, { ...request, ids: some }, outcome)
  }
  return outcome
}

/** All orders that are open and not booked, with or without marked ones. */
export async function bookAll(
  create: CreateBatch,
  request: Omit<BatchRequest, 'ids'>,
): Promise<BookingOutcome> {
  const outcome: BookingOutcome = { batch: undefined, leftOut: [], marked: 0 }
  let remaining = 1
  while (remaining > 0) {
    const change = await bookSome(create, request, outcome)
    outcome.marked = change.marked
    remaining = change.exported.length > 0 ? change.remaining : 0
  }
  return outcome
}

/** After the first request the batch is known, and the next ones add to it. */
async function bookSome(create: CreateBatch, request: BatchRequest, outcome: BookingOutcome) {
  const change = await create({ ...request, ...(outcome.batch && { batch: outcome.batch.id }) })
  if (!change.ok) throw new BookingRefused(change.code)
  outcome.batch = change.batch ?? outcome.batch
  outcome.leftOut.push(...change.leftOut)
  return change
}

const REFUSALS: Record<string, string> = {
  courier_invalid: 'This courier is not known.',
  not_found: 'This batch was undone. Make a new sheet.',
}

export class BookingRefused extends Error {
  readonly sentence: string

  constructor(code: string) {
    super(code)
    this.sentence = REFUSALS[code] ?? 'The backend refused these orders.'
  }
}
