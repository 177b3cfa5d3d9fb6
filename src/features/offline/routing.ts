/* What the service worker does with a request, by its address alone. */
import { paths } from '#paths.ts'

export type Strategy =
  /** From the network, or from what was kept if that takes too long. */
  | 'page'
  /** From what was kept: its name holds a hash of it, so it never changes. */
  | 'hashed-file'
  /** From the network, or else from what was kept: it may change under the same name. */
  | 'picture'
  /** From the network alone, and never kept: all that is not known to be the same for everyone. */
  | 'leave'

export interface RequestLike {
  url: string
  method: string
  /** As `Request.mode`. */
  mode: string
}

export function strategyFor({ url, method, mode }: RequestLike, origin: string): Strategy {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin) return 'leave'
  if (mode === 'navigate') return isOfStoreOrOwner(pathname) ? 'leave' : 'page'
  if (pathname.startsWith('/_astro/')) return 'hashed-file'
  return /^\/(thumbnails\/|favicon)/.test(pathname) ? 'picture' : 'leave'
}

/** Every order is shown by one page, which holds nothing of it; what follows "?" is for scripts. */
export function pageKey(pathname: string): string {
  const path = pathname.replace(/\/+$/, '') || '/'
  return path.replace(/^(\/order\/(?:confirmation|tracking))\/.+$/, '$1')
}

function isOfStoreOrOwner(pathname: string): boolean {
  return ['/rest', '/auth', '/forms', paths.admin].some(
    (start) => pathname === start || pathname.startsWith(`${start}/`),
  )
}
