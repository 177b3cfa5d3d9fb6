import AxeBuilder from '@axe-core/playwright'
import { catchPrinting, enter, keptOrder, openOrder } from './support/admin-area.ts'
import { orderIn, test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const ORDER_CALL = '**/rest/v1/rpc/admin_order'

test('an order shows everything the owner needs', async ({ page, shop }) => {
  const phone = '0311 2223334'
  const first = await orderIn(shop, { phone })
  await shop.transaction((query) =>
    query(`update public.orders set status = 'cancelled' where id = $1`, [first]),
  )
  const id = await orderIn(shop, { phone, quantity: 3 })
  const printed = await catchPrinting(page)
  await openOrder(page, shop, id)

  for (const text of [
    'Ayesha Khan',
    phone,
    'House 7, Street 3, Model Town',
    'Lahore, Punjab 54700',
    'cash on delivery',
    '1 earlier order from this phone: 1 cancelled',
  ]) {
    await expect(page.getByText(text).first()).toBeVisible()
  }
  const item = page.getByRole('row', { name: '100ml' })
  await expect(item.getByRole('cell')).toHaveText([
    'Zulf Herbal Hair Oil',
    '100ml',
    '3',
    '799.00',
    '2397.00',
  ])
  await expect(page.getByRole('definition')).toHaveText([
    '2397.00',
    'Free',
    '2397.00',
    'cash on delivery',
  ])
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute(
    'href',
    'tel:+923112223334',
  )
  const chat = new URL(
    (await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '',
  )
  expect(chat.pathname).toBe('/923112223334')
  expect(chat.searchParams.get('text')).toContain(`thank you for your order ${id}`)
  await expect(page.getByText('Order placed')).toBeVisible()

  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toContainText(`Order ${id}`)
  await expect(page.getByRole('heading')).toHaveCount(0)
})

test('C30 a change shows, is kept and stands in the history', async ({ page, shop }) => {
  const id = await orderIn(shop)
  await openOrder(page, shop, id)
  const updateStatus = page.getByRole('button', { name: 'Update Status' })
  const updateTracking = page.getByRole('button', { name: 'Update Tracking' })
  await expect(updateStatus).toBeDisabled()
  await expect(updateTracking).toBeDisabled()

  await page.getByLabel('Status').selectOption('Shipped')
  await updateStatus.dblclick()
  await expect(page.getByText('Order updated')).toBeVisible()
  await expect(page.getByText('The status is now Shipped')).toBeVisible()
  await expect(updateStatus).toBeDisabled()
  await page.getByLabel('Tracking Number').fill('  TCS 77 ')
  await updateTracking.click()
  await expect(page.getByText('The tracking number is now TCS 77')).toBeVisible()
  await expect(updateTracking).toBeDisabled()
  await expect(page.getByText('Tracking number: TCS 77')).toHaveCount(2)

  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('shipped')
  await expect(page.getByLabel('Tracking Number')).toHaveValue('TCS 77')
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toContainText([
    /Order placed.*Customer/,
    /Status: Shipped.*Admin/,
    /Tracking number: TCS 77.*Admin/,
  ])
  expect(await keptOrder(shop, id)).toMatchObject({ status: 'shipped', tracking_number: 'TCS 77' })
})

test('C29 two tabs make one history, and a tab that is looked at again is up to date', async ({
  context,
  page,
  shop,
}) => {
  const id = await orderIn(shop)
  await openOrder(page, shop, id)
  const other = await context.newPage()
  await other.goto(`/admin/orders/${id}`)
  for (const [tab, status] of [
    [page, 'Shipped'],
    [other, 'Delivered'],
  ] as const) {
    await tab.getByLabel('Status').selectOption(status)
    await tab.getByRole('button', { name: 'Update Status' }).click()
    await expect(tab.getByText(`The status is now ${status}`)).toBeVisible()
  }
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByLabel('Status')).toHaveValue('delivered')
  const { tracking_history: history } = await keptOrder(shop, id)
  expect(history.map(({ status }) => status)).toEqual(['pending', 'shipped', 'delivered'])
})

for (const id of ['QQQQQQQQ', 'not-an-id', '%3Cimg%20src=x%3E']) {
  test(`an unknown order is said to be unknown, on the list: ${id}`, async ({ page, shop }) => {
    await enter(page, shop)
    await page.goto(`/admin/orders/${id}`)
    await expect(page).toHaveURL(/\/admin\/orders$/)
    await expect(page.getByText('Order not found')).toBeVisible()
    await expect(page.getByText(`No order found with ID ${decodeURIComponent(id)}`)).toBeVisible()
  })
}

test.describe('the id', () => {
  test('is copied, and then said to be copied', async ({ context, page, shop }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await orderIn(shop)
    await openOrder(page, shop, id)
    await page.getByRole('button', { name: 'Copy Order ID' }).click()
    await expect(page.getByText('Order ID copied', { exact: true })).toBeVisible()
    await expect(page.getByText('Order ID copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  })

  test('C39 that the browser does not copy is not said to be copied', async ({ page, shop }) => {
    const id = await orderIn(shop)
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('No', 'NotAllowedError'))
    })
    await openOrder(page, shop, id)
    await page.getByRole('button', { name: 'Copy Order ID' }).click()
    await expect(page.getByText('Could not copy')).toBeVisible()
    await expect(page.getByText('Order ID copied')).toHaveCount(0)
  })
})

test('strange and endless content breaks nothing on a small screen', async ({ page, shop }) => {
  const id = await orderIn(shop)
  const markup = '<img src=x onerror=alert(1)>'
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route(ORDER_CALL, async (route) => {
    const answer = await route.fetch()
    const { order, earlier } = await answer.json()
    const [item] = order.items
    const endless = { ...order.shippingAddress, fullName: '‏گ'.repeat(5000), address: markup }
    const items = [{ ...item, name: markup.repeat(100), image: '' }]
    const json = { earlier, order: { ...order, items, shippingAddress: endless } }
    await route.fulfill({ response: answer, json })
  })
  await openOrder(page, shop, id)
  await expect(page.getByText(markup, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('row').locator('svg[viewBox="0 0 52 64"]')).toBeVisible()
  await expect(page.getByRole('row').locator('img')).toHaveCount(0)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})
