/* What the database knows of the numbers of a list. May throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import { fetchWholeOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE } from '#admin/order/orders.ts'
import { toReference } from '#desk/files/cell.ts'
import { partsOf } from '#kit/parts-of.ts'
import { type KnownNumbers, mayBeOrderId } from './numbered-order.ts'

/** The most that one request looks up: admin_find_numbers(). */
export const MAX_NUMBERS = 500

/** Whose these numbers are, and which of them are ids of orders. */
export async function lookUpNumbers(numbers: readonly string[]): Promise<KnownNumbers> {
  const taken = new Map<string, { id: string; fullName: string }>()
  for (const some of partsOf(numbers, MAX_NUMBERS)) {
    const call = adminClient.rpc('admin_find_numbers', { p: { numbers: some } })
    const { found } = await adminCall<FoundResponse>(call)
    for (const { number, id, fullName } of found) taken.set(number, { id, fullName })
  }
  const orderIds = new Set<string>()
  const ids = numbers.filter(mayBeOrderId).map(toReference)
  for (const some of partsOf(ids, MAX_PAGE_SIZE)) {
    for (const { id } of await fetchWholeOrders(some)) orderIds.add(id)
  }
  return { taken, orderIds }
}

interface FoundResponse {
  found: { number: string; id: string; fullName: string }[]
}
