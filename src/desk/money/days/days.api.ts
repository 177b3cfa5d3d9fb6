/* Requests about the figures of some days. Each may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import type { Days } from './days.ts'
import type { FiguresOfDays } from './figures.ts'

/** The database computes every figure: none is summed here. */
export async function fetchFigures({ from, until }: Days): Promise<FiguresOfDays> {
  return adminRpc('admin_evening', { from, until })
}
