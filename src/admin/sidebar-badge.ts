/* The numbers beside the links of the sidebar. */
import { isPageVisible } from '#kit/page-events.ts'
import type { RemoteOptions } from '#kit/remote/remote-store.ts'

const POLL_MS = 30_000

/** Browsers run the timers of a hidden tab once a minute at most. */
const HIDDEN_POLL_MS = 60_000

/** Failures are silent: nobody asked for these requests. */
export const SIDEBAR_POLLING = {
  reloadsWhenVisible: true,
  pollsWhenHidden: true,
  pollMs: () => (isPageVisible() ? POLL_MS : HIDDEN_POLL_MS),
} satisfies RemoteOptions<unknown>

const MAX_SHOWN_COUNT = 99

/** Shows a number at every badge of this name, in the sidebar and at the tabs; hides them at 0. */
export function showBadge(name: 'unread-messages' | 'new-orders', count: number): void {
  for (const badge of document.querySelectorAll(`[data-badge="${name}"]`)) {
    const number = badge.querySelector('[data-badge-count]')
    if (number) number.textContent = count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count)
    badge.toggleAttribute('hidden', count === 0)
  }
}
