import type { Page } from '@playwright/test'

/** Replaces the push service: a subscription has keys of the right form. */
export async function replacePushService(page: Page, endpoint: string): Promise<void> {
  await page.addInitScript((url) => {
    const keys = { p256dh: 'B'.padEnd(87, 'A'), auth: 'a'.repeat(22) }
    const subscription = {
      endpoint: url,
      toJSON: () => ({ endpoint: url, keys }),
      unsubscribe: async () => localStorage.removeItem('subscribed'),
    }
    // A browser without a window says that it is denied, whatever it grants.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        localStorage.setItem('subscribed', 'yes')
        return subscription
      },
      getSubscription: async () => (localStorage.getItem('subscribed') ? subscription : null),
    })
  }, endpoint)
}
