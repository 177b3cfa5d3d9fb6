import { paths } from '#paths.ts'

/** Pages of one customer or of the admin, with all paths below them. Not indexed. */
const PRIVATE_PATHS = [paths.admin, paths.cart, paths.checkout, '/order'] as const

/** Whether the sitemap lists the page. */
export function isPublic(path: string): boolean {
  if (path.endsWith('/not-found') || path === '/404' || path === paths.offline) return false
  return !PRIVATE_PATHS.some((start) => path === start || path.startsWith(`${start}/`))
}
