/*
 * The service worker's caches, which all builds share, and its strategy for a request, by its URL, method
 * and mode (docs/decisions/offline.md).
 */
import { paths } from '#paths.ts'

/** Whole pages, each under its `pageKey`. */
export const PAGES = 'zulf-pages'

/** Scripts, fonts and pictures. */
export const FILES = 'zulf-files'

export type Strategy =
  /** From the network; from the cache where that fails or takes too long. */
  | 'page'
  /** From the cache first: the name contains a hash of the file, so it never changes. */
  | 'hashed-file'
  /** From the network; from the cache where that fails. It may change under the same name. */
  | 'picture'
  /** Never cached: whatever is not known to be the same for everyone. */
  | 'network-only'

export interface RequestLike {
  url: string
  method: string
  /** As `Request.mode`. */
  mode: string
}

export function strategyFor({ url, method, mode }: RequestLike, origin: string): Strategy {
  const { origin: requested, pathname } = new URL(url)
  if (method !== 'GET' || requested !== origin) return 'network-only'
  if (mode === 'navigate') return isBackendOrAdmin(pathname) ? 'network-only' : 'page'
  if (pathname.startsWith('/_astro/')) return 'hashed-file'
  // Not /favicon.ico, which no page refers to: browsers request it by themselves and may cancel it.
  return /^\/(thumbnails\/|favicon(-32\.png|\.svg)$)/.test(pathname) ? 'picture' : 'network-only'
}

/** One page shows every order, and contains nothing of it. Search params are read by scripts only. */
export function pageKey(pathname: string): string {
  const path = pathname.replace(/\/+$/, '') || '/'
  return path.replace(/^(\/order\/(?:confirmation|tracking))\/.+$/, '$1')
}

function isBackendOrAdmin(pathname: string): boolean {
  return ['/rest', '/auth', '/forms', paths.admin].some(
    (start) => pathname === start || pathname.startsWith(`${start}/`),
  )
}
