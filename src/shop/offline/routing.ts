/* The service worker's caches, which all builds share, and what belongs into them (docs/decisions/browsers.md). */
import { paths } from '#paths.ts'

/** Whole pages, each under its `pageKey`. */
export const PAGES = 'zulf-pages'

/** Scripts, fonts and pictures, each under its path. */
export const FILES = 'zulf-files'

/** Whether a page is the same for everyone: not a response of the backend, and nothing of the admin. */
export function isCustomerPage(pathname: string): boolean {
  return !['/rest', '/auth', '/forms', paths.admin].some(
    (start) => pathname === start || pathname.startsWith(`${start}/`),
  )
}

/** Whether a file's name contains a hash of its content, so that it never changes. */
export function isHashedFile(pathname: string): boolean {
  return pathname.startsWith('/_astro/')
}

/** Not /favicon.ico, which no page refers to: browsers request it by themselves and may cancel it. */
export function isPicture(pathname: string): boolean {
  return /^\/(thumbnails\/|favicon(-32\.png|\.svg)$)/.test(pathname)
}

/** One page shows every order, and contains nothing of it. Search params are read by scripts only. */
export function pageKey(pathname: string): string {
  const path = pathname.replace(/\/+$/, '') || '/'
  return path.replace(/^(\/order\/(?:confirmation|tracking))\/.+$/, '$1')
}

/** Firefox shows its own error page where a preloaded request fails, whatever the worker responds. */
export function preloadsNavigations(userAgent: string): boolean {
  return !userAgent.includes('Firefox/')
}
