/* Order pages while the network or the device's clock fails. */
import { faults } from './support/network.ts'
import { type OwnShop, orderIn, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const GET_ORDER = '**/rest/v1/rpc/get_order'
const TRACK_ORDER = '**/rest/v1/rpc/track_order'

test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

for (const name of [
  'serverError',
  'unavailable',
  'htmlPage',
  'responseCut',
  'anotherOrder',
] as const) {
  test(`D39 a confirmation that cannot be loaded (${name}) is not a missing order`, async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop)
    await page.route(GET_ORDER, faults[name])
    await page.goto(`/order/confirmation/${id}`)
    await expect(page.getByText('We could not load your order')).toBeVisible()
    await expect(page.getByText('Order not found')).toBeHidden()
    await page.unroute(GET_ORDER)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  })
}

test('D35 D36 a device’s clock that jumps moves no order', async ({ page, shop }) => {
  const id = await orderIn(shop)
  await page.clock.install()
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText('awaiting processing')).toBeVisible()
  const askedAgain = page.waitForResponse(TRACK_ORDER)
  await page.clock.fastForward('24:00:00')
  await askedAgain
  await expect(page.getByText('awaiting processing')).toBeVisible()
  expect(await historyOf(shop, id)).toEqual(['pending'])
})

test('D41 D42 where the call after 15 s is lost the next view moves the order, once', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop)
  await page.clock.install()
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText('awaiting processing')).toBeVisible()
  await page.route(TRACK_ORDER, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed')
  await page.clock.fastForward('00:15')
  await lost
  await expect(page.getByText('awaiting processing')).toBeVisible()

  await shop.transaction((query) =>
    query(
      `update private.order_keys set first_tracked_at = now() - interval '16 seconds'
      where order_id = $1`,
      [id],
    ),
  )
  await page.unroute(TRACK_ORDER)
  for (let view = 0; view < 2; view++) {
    await page.goto(`/order/tracking/${id}`)
    await expect(page.getByText('Your order is being prepared for shipment.')).toBeVisible()
  }
  expect(await historyOf(shop, id)).toEqual(['pending', 'processing'])
})

async function historyOf(shop: OwnShop, id: string): Promise<unknown[]> {
  const rows = await shop.transaction((query) =>
    query('select tracking_history as history from public.orders where id = $1', [id]),
  )
  const history = rows[0]?.['history'] as { status: string }[]
  return history.map((entry) => entry.status)
}
