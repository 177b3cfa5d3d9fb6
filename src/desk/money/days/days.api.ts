/* Requests about the figures of some days. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import type { Days } from './days.ts'
import type { FiguresOfDays } from './figures.ts'

/** The database computes every figure: none is summed here. */
export async function fetchFigures({ from, until }: Days): Promise<FiguresOfDays> {
  return adminRequest(adminClient.rpc('admin_evening', { p: { from, until } }))
}
