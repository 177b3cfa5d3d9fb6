import type { ActRow } from '#admin/acts/acts.api.ts'
import { type DispatchRow, toActRow } from '#admin/acts/dispatch-row.ts'
import { newAttempt } from '#admin/order/confirmation.ts'

/** An act of many orders: a change, what customers said, a decision on marked ones, or the deletion of cancelled ones. */
export type BulkAct = 'book' | 'yes' | 'resume' | 'release' | 'discard' | 'delete'

/** The act of the database. What came of a contact is one act there, `attempt`, which names it in each row. */
export function actOf(act: BulkAct) {
  return act === 'yes' || act === 'resume' ? 'attempt' : act
}

/** The row that is sent. */
export function toBulkRow(row: DispatchRow, act: BulkAct): ActRow {
  const { id, version } = row
  if (act === 'book') return toActRow(row)
  if (act === 'yes' || act === 'resume') return { ...newAttempt(id, act) }
  return act === 'delete' ? { id, version } : { id }
}

export function isSaved({ result }: DispatchRow): boolean {
  return result.state === 'saved'
}
