/* The number of unread messages in the sidebar, on every admin page. */
import { fetchUnread } from './messages.api.ts'
import { $unread } from './unread.store.ts'

/** More than these are not counted out. */
const MOST = 99

/**
 * Asks the API, so that a session that is over ends on pages that show nothing else of it. Without a
 * response there is no number.
 */
export function followUnread(): void {
  $unread.subscribe(showUnread)
  fetchUnread().then(
    (unread) => $unread.set(unread),
    () => {},
  )
}

function showUnread(unread = 0): void {
  const badge = document.querySelector('[data-unread-messages]')
  const count = badge?.querySelector('[data-unread-count]')
  if (count) count.textContent = unread > MOST ? `${MOST}+` : String(unread)
  badge?.toggleAttribute('hidden', unread === 0)
}
