import { expect } from 'vitest'
import type { AttackCase } from './attack-case.ts'
import type { Change } from './ledger.ts'
import { canaries, regular } from './planted.ts'
import type { Shop } from './shop.ts'

/** Tables that follow an order which a case may add. */
const COUNTS = [
  'private.status_totals',
  'private.day_totals',
  'private.customers',
  'private.customer_total',
]
const ORDERS = ['public.orders', 'private.order_keys', 'private.order_audit']

/**
 * Runs a case, then asks what holds for all of them: no other row has changed, no answer held a word
 * of somebody else's order, and the next customer is served. Leaves the store as it was.
 */
export async function judge({ run, touches = [] }: AttackCase, shop: Shop): Promise<void> {
  shop.heard.length = 0
  shop.added.clear()
  let changes: Change[] | undefined
  try {
    await run(shop)
    changes = await shop.ledger.changes()
    expect(unwanted(changes, shop.added, touches), 'rows that changed').toEqual([])
    expect(leaksIn(shop.heard), 'words of other orders in answers').toEqual([])
    expect(await serveNext(shop), 'the next ordinary request').toMatchObject({
      status: 200,
      body: { ok: true, order: { id: regular.id, shippingAddress: regular.shippingAddress } },
    })
  } finally {
    await shop.ledger.putBack(changes)
  }
}

function unwanted(changes: Change[], added: Set<string>, touches: string[]): Change[] {
  return changes.filter(({ table, row }) => {
    if (touches.includes(table)) return false
    if (added.size > 0 && COUNTS.includes(table)) return false
    return !(ORDERS.includes(table) && [...added].some((id) => row.includes(id)))
  })
}

function leaksIn(heard: string[]): string[] {
  const everything = heard.join('\n').toLowerCase()
  return canaries.filter((word) => everything.includes(word))
}

function serveNext(shop: Shop) {
  return shop.call('get_order', { p_id: regular.id, p_token: regular.token })
}
