import { $couriers } from '#admin/parcels/couriers.ts'
import { fetchCouriers } from './couriers.api.ts'

/** What a request brings, once the names of couriers are known as well. */
export async function withCouriers<Result>(request: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([
    request,
    $couriers.get().length === 0 ? fetchCouriers() : undefined,
  ])
  return result
}
