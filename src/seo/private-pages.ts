import { paths } from '#paths.ts'

/** What belongs to one customer or to the owner: kept from search engines, with all that lies below. */
export const PRIVATE_PATHS = [paths.admin, paths.cart, paths.checkout, '/order'] as const

/** Whether a page may stand in the sitemap. */
export function isPublic(path: string): boolean {
  if (path.endsWith('/not-found') || path === '/404' || path === paths.offline) return false
  return !PRIVATE_PATHS.some((start) => path === start || path.startsWith(`${start}/`))
}
