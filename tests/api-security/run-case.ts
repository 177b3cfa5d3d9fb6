import { expect } from 'vitest'
import type { Change } from '#tests/support/table-snapshot.ts'
import type { AttackCase } from './attack-case.ts'
import { canaries, ownOrder } from './fixtures.ts'
import type { TestApi } from './test-api.ts'

/** Tables that change with every saved order. One in 256 folds the rows of both changes. */
const COUNTS = [
  'private.total_changes',
  'private.cash_changes',
  'private.customers',
  'private.customer_changes',
]
/** What the next ordinary request changes: a read with the token is counted. */
const COUNTED_READ: Change = { table: 'private.order_keys', row: '', kind: 'added' }
const ORDERS = [
  'public.orders',
  'private.order_clients',
  'private.order_keys',
  'private.order_audit',
  'private.outbox',
]
/** Names orders whose stage is read anew, for whatever changed of them. */
const STAGE_CHANGES = 'private.stage_changes'

/**
 * Runs a case, then checks what holds for all cases: no other row changed, no response contained
 * another order's data, and the next ordinary request works. Restores the database.
 */
export async function runCase({ run, changes: allowed }: AttackCase, api: TestApi): Promise<void> {
  api.responses.length = 0
  api.ownOrderIds.clear()
  let changes: Change[] | undefined
  try {
    await run(api)
    changes = await api.snapshot.changes()
    expect(unexpected(changes, api.ownOrderIds, allowed), 'rows that changed').toEqual([])
    expect(canariesIn(api.responses), 'data of other orders in responses').toEqual([])
    const next = await api.rpc('get_order', { p_id: ownOrder.id, p_token: ownOrder.token })
    expect(next, 'the next ordinary request').toMatchObject({
      status: 200,
      body: { ok: true, order: { id: ownOrder.id, shippingAddress: ownOrder.shippingAddress } },
    })
  } finally {
    await api.snapshot.restore(changes && [...changes, COUNTED_READ])
  }
}

function unexpected(changes: Change[], ownOrderIds: Set<string>, allowed: string[]): Change[] {
  return changes.filter(({ table, row }) => {
    if (table === STAGE_CHANGES || allowed.includes(table)) return false
    if (ownOrderIds.size > 0 && COUNTS.includes(table)) return false
    return !(ORDERS.includes(table) && [...ownOrderIds].some((id) => row.includes(id)))
  })
}

function canariesIn(responses: string[]): string[] {
  const everything = responses.join('\n').toLowerCase()
  return canaries.filter((canary) => everything.includes(canary))
}
