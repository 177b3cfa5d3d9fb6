/* The request for parcels in a list. It may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import { toWholeOrder, type WholeOrderJson } from '#admin/order/whole-order.api.ts'
import type { ListedParcel, ListedStage } from './listed.ts'

/** The oldest first. */
export async function fetchListed(stage: ListedStage): Promise<ListedParcel[]> {
  const { parcels } = await adminRpc<ParcelsResponse>('admin_parcels', { stage })
  return parcels.map((parcel) => ({ ...parcel, order: toWholeOrder(parcel.order) }))
}

interface ParcelsResponse {
  parcels: (Omit<ListedParcel, 'order'> & { order: WholeOrderJson })[]
}
