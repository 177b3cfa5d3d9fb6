/*
 * The page that the admin returns to after a login, with its scroll position and its typed text
 * (docs/product.md, rule 13.12). Saved for this tab only.
 */
import { paths } from '#paths.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { forgetBulk } from '#admin/dispatch/bulk/saved-bulk.ts'
import { forgetDrafts, saveDrafts } from './drafts.ts'
import { expectReturn, forgetPlaces, savePlace } from './scroll-place.ts'

/** Holds path and query. The guard of a page writes it too, where a page is opened without a session. */
export const RETURN_KEY = 'zulf:admin-return'

/** For a session that ended by itself, while the page is still on screen. */
export function rememberPage(): void {
  const page = location.pathname + location.search
  tabStorage.set(RETURN_KEY, page)
  savePlace()
  expectReturn(page)
  saveDrafts()
}

/** For a logout: nothing of the admin's work is left in this tab. */
export function forgetPages(): void {
  tabStorage.remove(RETURN_KEY)
  forgetPlaces()
  forgetDrafts()
  forgetBulk()
}

/** Where a login leads: only to a page of the admin. */
export function returnPath(): string {
  const saved = tabStorage.get(RETURN_KEY)
  return typeof saved === 'string' && isAdminPath(saved) ? saved : paths.adminDashboard
}

function isAdminPath(path: string): boolean {
  try {
    const { origin, pathname } = new URL(path, location.origin)
    return origin === location.origin && pathname.startsWith(`${paths.admin}/`)
  } catch {
    return false
  }
}
