/* The number of unread messages, in the sidebar of every admin page. */
import { createRemoteStore } from '#shared/remote-store.ts'
import { fetchUnreadCount } from './messages.api.ts'

const MAX_SHOWN_COUNT = 99

/** Failures are silent: without a response there is no number. */
export const unread = createRemoteStore(fetchUnreadCount)

/** Shows the number. The request also finds out that a session is over, on pages that make no other. */
export function startUnreadBadge(): void {
  unread.$remote.listen((remote) => {
    if (remote.state === 'ready') showCount(remote.value)
  })
  unread.start()
}

function showCount(count: number): void {
  const badge = document.querySelector('[data-unread-messages]')
  const number = badge?.querySelector('[data-unread-count]')
  if (number) number.textContent = count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count)
  badge?.toggleAttribute('hidden', count === 0)
}
