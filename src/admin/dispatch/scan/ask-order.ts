/* What the database knows of a scanned order now. */
import { hasCode } from '#kit/remote/shop-error.ts'
import { type Parcel, refusalOf } from './parcel.ts'
import { set, type Working } from './station.ts'

/** The order as it is now, or as it was when it was scanned before, where it cannot be asked about. */
export async function ask(
  working: Working,
  id: string,
): Promise<Parcel | 'none' | 'failed' | 'signedOut'> {
  const { known, services } = working
  set(working, { isAsking: true })
  try {
    const [found, hasOrder] = await Promise.all([
      services.fetchOrderInFull(id),
      isInBatch(working, id),
    ])
    if (!found) return 'none'
    const refusal = refusalOf(found, working.batch ? { id: working.batch, hasOrder } : undefined)
    const parcel = { found, refusal, askedAt: services.now(), isOld: false }
    known.set(id, parcel)
    return parcel
  } catch (error) {
    if (hasCode(error, 'forbidden')) return 'signedOut'
    console.error('Error fetching a scanned order', error)
    const before = known.get(id)
    return before ? { ...before, isOld: true } : 'failed'
  } finally {
    set(working, { isAsking: false })
  }
}

async function isInBatch({ batch, services }: Working, id: string): Promise<boolean> {
  if (batch === 0) return true
  const query = { search: id, status: undefined, older: undefined, newer: undefined }
  const { rows } = await services.fetchOrders({ ...query, batch: String(batch) })
  return rows.some((row) => row.id === id)
}
