/* Pages of the admin while their data comes slowly and one after the other: nothing moves. */
import { paths } from '#paths.ts'
import { setStatus } from '../support/admin.ts'
import { confirmAll, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { recordShifts } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const PAGES = [
  paths.adminDashboard,
  paths.adminOrders,
  `${paths.adminOrders}?view=to-pack`,
  paths.adminNewOrder,
  paths.adminParcels,
  paths.adminScan,
  paths.adminMarked,
  paths.adminRun,
  paths.adminTell,
  paths.adminMoney,
  paths.adminNotDelivered,
  paths.adminDays,
  paths.adminCameBack,
  paths.adminCustomers,
  paths.adminMessages,
  paths.adminProducts,
  paths.adminSettings,
]

test.use({ expectedNoise: /.*/ })

for (const width of [360, 1280]) {
  test(`rule 12.7: no page of the admin moves at ${width}`, async ({ page, shop }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
    const ids = await ordersIn(shop, 6, (nth) => ({
      phone: `0300 66${String(nth).padStart(5, '0')}`,
    }))
    await confirmAll(shop)
    for (const id of ids.slice(0, 2)) await setStatus(shop, id, 'shipped')
    await shop.sql(
      `insert into private.help_requests (order_id, kind, text) select id, 'damaged', 'Please help' from public.orders limit 2`,
    )
    await shop.sql(
      `insert into private.contact_messages (id, name, email, subject, message)
       select gen_random_uuid(), 'Ayesha', 'a@example.com', 'Oil', 'A long question about oil' from generate_series(1, 5)`,
    )
    const [batch] = await shop.sql(
      `with batch as (insert into private.export_batches (courier) values ('postex') returning id)
       insert into private.exported_orders (batch_id, order_id)
       select batch.id, orders.id from batch, public.orders returning batch_id::integer as id`,
    )
    let waiting = 0
    await page.route('**/rest/v1/rpc/**', async (route) => {
      waiting += 1
      await new Promise((resolve) => setTimeout(resolve, 60 * waiting))
      await route.continue()
    })
    const shifts = await recordShifts(page)
    const found: Record<string, string[]> = {}
    const order = paths.adminOrder(String(ids[2]))
    for (const path of [...PAGES, order, paths.adminBatch(Number(batch?.['id']))]) {
      waiting = 0
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      // Less is a row that a late font moves by a pixel.
      const moved = (await shifts()).filter((shift) => Number.parseFloat(shift) >= 0.001)
      if (moved.length > 0) found[path] = moved
    }
    expect(found).toEqual({})
  })
}
