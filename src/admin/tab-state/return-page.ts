/*
 * The page that the admin returns to after a login, with its scroll position and its typed text
 * (docs/product.md, rule 13.12). Saved for this tab only.
 */

import { tabStorage } from '#kit/storage/tab-storage.ts'
import { paths } from '#paths.ts'
import { expectReturn, savePlace } from './scroll-place.ts'
import { saveTypedFields } from './typed-fields.ts'

/**
 * The keys of the admin's work in a tab begin so. Not the session's: where the browser refuses localStorage it is in
 * the same storage, and a logout still needs it to end the session.
 */
const TAB_KEYS = 'zulf:admin-tab-'

/** Holds path and query. The guard of a page writes it too, where a page is opened without a session. */
export const RETURN_KEY = 'zulf:admin-tab-return'

/** For a session that ended by itself, while the page is still on screen. */
export function rememberPage(): void {
  const page = location.pathname + location.search
  tabStorage.set(RETURN_KEY, page)
  savePlace()
  expectReturn(page)
  saveTypedFields()
}

/** For a logout: nothing of the admin's work is left in this tab. */
export function forgetPages(): void {
  tabStorage.removeAll(TAB_KEYS)
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
