/* Notices on the admin's devices. The browser has no push service here, so its part is replaced; the worker is real. */
import { adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { replacePushService } from '../support/push-service.ts'
import { expect } from '../support/shop-test.ts'

const ENDPOINT = 'https://push.invalid/device'

test.use({ permissions: ['notifications'], serviceWorkers: 'allow' })

test.afterEach(async ({ shop }) => {
  await shop.sql('truncate private.notice_targets, private.outbox')
})

/** What the worker has done. A browser without a window shows no notices. */
interface WorkerUnderTest {
  done: unknown[]
  registration: { showNotification: unknown }
  clients: { openWindow: unknown }
}

test('rules 24.7 and 24.8: a press tells this device, its worker shows a notice, a test says what failed, and Forget ends it', async ({
  page,
  context,
  shop,
}) => {
  await replacePushService(page, ENDPOINT)
  await page.goto('/admin/settings#notices')
  const section = page.getByRole('region', { name: 'Notices' })
  await expect(section).toContainText('On an iPhone or iPad')
  await section.getByRole('button', { name: 'Tell this device' }).click()
  await expect(section.getByText('This device is told.')).toBeVisible()
  const [saved] = await shop.sql('select url, name from private.notice_targets')
  expect(saved).toMatchObject({ url: ENDPOINT, name: expect.stringContaining('Chrome') })
  await expectAccessible(section)

  // The worker shows a notice under its tag, and a press opens what it is about.
  const worker = context
    .serviceWorkers()
    .find((found) => found.url().endsWith('/notices-worker.js'))
  await worker?.evaluate(() => {
    const own = self as unknown as WorkerUnderTest
    own.done = []
    own.registration.showNotification = async (...shown: unknown[]) => own.done.push(shown)
    own.clients.openWindow = async (url: string) => own.done.push(new URL(url).pathname)
  })

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/admin'))
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const path = '/admin/orders/ABCDEFGH'
  const shown = { title: 'New order', body: '2918.00, Lahore', tag: 'order:ABCDEFGH', path }
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(shown),
  })
  const done = () => worker?.evaluate(() => (self as unknown as WorkerUnderTest).done)
  const { title, body, tag } = shown
  const notice = [title, { body, tag, icon: '/icons/icon-192.png', data: { path } }]
  await expect.poll(done).toEqual([notice])

  await worker?.evaluate(
    (data) => {
      const notification = { close: () => undefined, data }
      const press = new Event('notificationclick')
      self.dispatchEvent(Object.assign(press, { notification, waitUntil: () => undefined }))
    },
    { path },
  )
  await expect.poll(done).toEqual([notice, path])

  await section.getByRole('button', { name: /^Test Chrome/ }).click()
  await expect(section.getByText(/The keys of this device are damaged/)).toBeVisible({
    timeout: 60_000,
  })

  await page.reload()
  await expect(section.getByText('This device is told.')).toBeVisible()
  await section.getByRole('button', { name: /^Forget Chrome/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click()
  await expect(section.getByRole('button', { name: 'Tell this device' })).toBeVisible()
  expect(await shop.sql('select from private.notice_targets')).toEqual([])
})
