/* The number of unread messages, in the sidebar of every admin page. */

import { SIDEBAR_POLLING, showBadge } from '#admin/sidebar-badge.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { fetchUnreadCount } from './messages.api.ts'

export const unread = createRemoteStore(fetchUnreadCount, SIDEBAR_POLLING)

/**
 * Shows the number. The request also finds out that a session is over: one for new orders would only
 * find no order.
 */
export function startUnreadBadge(): void {
  unread.$remote.listen((remote) => {
    if (remote.state === 'ready') showBadge('unread-messages', remote.value)
  })
  unread.start()
}
