/* Requests about parcels in a list. Each may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import { NOT_TOLD } from '#admin/order/told.ts'
import { fetchWholeOrders } from '#admin/order/whole-order.api.ts'
import type { ListedParcel, ListedRow, ListedStage } from './listed.ts'

/** Far more than a day's work. */
const MAX_PAGES = 10

type Position = { id: number; at: string }

/** The oldest ones with their orders, in as many requests as they need. */
export async function fetchListed(stage: ListedStage): Promise<ListedRow[]> {
  const rows: ListedRow[] = []
  let older: Position | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const p: { stage: ListedStage; older?: Position } = { stage, ...(older && { older }) }
    const found: { parcels: ListedParcel[]; older: Position | null } = await adminRpc(
      'admin_parcels',
      p,
    )
    rows.push(...(await withOrders(found.parcels)))
    older = found.older
    if (older === null) break
  }
  return rows
}

async function withOrders(parcels: readonly ListedParcel[]): Promise<ListedRow[]> {
  if (parcels.length === 0) return []
  const orders = await fetchWholeOrders(parcels.map(({ orderId }) => orderId))
  return parcels.map((parcel) => {
    const order = orders.find(({ id }) => id === parcel.orderId)
    return { ...parcel, order, told: order?.told ?? NOT_TOLD }
  })
}
