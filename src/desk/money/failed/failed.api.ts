/* Requests about failed deliveries. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import { fetchWholeOrders } from '#admin/order/orders.api.ts'
import { NOT_TOLD } from '#admin/order/orders.ts'
import type { FailedParcel, FailedRow } from './failed.ts'

/** Far more than a day's work. */
const MAX_PAGES = 10

interface Position {
  id: number
  at: string
}

/** The oldest ones with their orders, in as many requests as they need. */
export async function fetchFailed(): Promise<FailedRow[]> {
  const rows: FailedRow[] = []
  let older: Position | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const p: { older?: { id: number; at: string } } = older === null ? {} : { older }
    const found: { parcels: FailedParcel[]; older: Position | null } = await adminRequest(
      adminClient.rpc('admin_failed_parcels', { p }),
    )
    rows.push(...(await withOrders(found.parcels)))
    older = found.older
    if (older === null) break
  }
  return rows
}

async function withOrders(parcels: readonly FailedParcel[]): Promise<FailedRow[]> {
  if (parcels.length === 0) return []
  const orders = await fetchWholeOrders(parcels.map(({ orderId }) => orderId))
  return parcels.map((parcel) => {
    const order = orders.find(({ id }) => id === parcel.orderId)
    return { ...parcel, order, told: order?.told ?? NOT_TOLD }
  })
}
