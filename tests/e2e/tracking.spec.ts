/* An order that is followed: its step to "processing" is shown, whatever the network does meanwhile. */
import { stopClock } from './support/clock.ts'
import { orderIn, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const AWAITING = 'Your order has been placed and is awaiting processing.'
const PREPARED = 'Your order is being prepared for shipment.'

test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

test('D42 a tracking page that is offline at 15 seconds asks once more when the network is back', async ({
  page,
  context,
  shop,
}) => {
  const id = await orderIn(shop)
  await stopClock(page)
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText(AWAITING)).toBeVisible()
  // The database has a clock of its own: its 15 seconds are over too.
  await shop.transaction((query) =>
    query(
      `update private.order_keys set first_tracked_at = now() - interval '15 seconds' where order_id = $1`,
      [id],
    ),
  )

  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/rpc/track_order'),
  )
  await page.clock.runFor(15_000)
  await failed
  await expect(page.getByText(AWAITING)).toBeVisible()

  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/track_order')) asked += 1
  })
  await context.setOffline(false)
  await expect(page.getByText(PREPARED)).toBeVisible()
  await page.clock.runFor(60_000)
  expect(asked).toBe(1)
  const [row] = await shop.transaction((query) =>
    query('select tracking_history from public.orders where id = $1', [id]),
  )
  expect(row?.['tracking_history']).toMatchObject([{ status: 'pending' }, { status: 'processing' }])
})
