import { price, product } from '#tests/support/catalogue.ts'
import { openNewOrder, openOrder, recordPrinting, savedOrder, setStatus } from './support/admin.ts'
import { orderIn, adminTest as test } from './support/own-shop.ts'
import { expectAccessible, expectNoOverflow } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const ORDER_CALL = '**/rest/v1/rpc/admin_order'
/** What orderIn() orders. */
const [size] = product.sizes

test('rules 14.6 to 14.8: an order page shows the order, the customer and the earlier orders', async ({
  page,
  shop,
}) => {
  const phone = '0311 2223334'
  const first = await orderIn(shop, { phone })
  await setStatus(shop, first, 'cancelled')
  const id = await orderIn(shop, { phone, quantity: 3 })
  const printed = await recordPrinting(page)
  await openOrder(page, id)

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
  const item = page.getByRole('row', { name: size.label })
  await expect(item.getByRole('cell')).toHaveText([
    product.name,
    size.label,
    '3',
    price(product),
    price(product, 3),
  ])
  await expect(page.getByRole('definition')).toHaveText([
    price(product, 3),
    'Free',
    price(product, 3),
    price(product, 3),
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

test('C30 a change is shown, saved and added to the history', async ({ page, shop }) => {
  const id = await openNewOrder(page, shop)
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
  expect(await savedOrder(shop, id)).toMatchObject({ status: 'shipped', tracking_number: 'TCS 77' })
})

test('rule 14.15: an unknown order leads to the list, with a toast', async ({ page }) => {
  for (const id of ['QQQQQQQQ', 'not-an-id', '%3Cimg%20src=x%3E']) {
    await page.goto(`/admin/orders/${id}`)
    await expect(page).toHaveURL(/\/admin\/orders$/)
    await expect(page.getByText('Order not found')).toBeVisible()
    await expect(page.getByText(`No order found with ID ${decodeURIComponent(id)}`)).toBeVisible()
  }
})

test.describe('the order id', () => {
  test('is copied, and a toast confirms it', async ({ context, page, shop }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await openNewOrder(page, shop)
    await page.getByRole('button', { name: 'Copy Order ID' }).click()
    await expect(page.getByText('Order ID copied', { exact: true })).toBeVisible()
    await expect(page.getByText('Order ID copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  })

  test('C39 is not called copied where the browser refuses', async ({ page, shop }) => {
    const id = await orderIn(shop)
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('No', 'NotAllowedError'))
    })
    await openOrder(page, id)
    await page.getByRole('button', { name: 'Copy Order ID' }).click()
    await expect(page.getByText('Could not copy')).toBeVisible()
    await expect(page.getByText('Order ID copied')).toHaveCount(0)
  })
})

test('text of 5,000 letters and an item without a picture fit a small screen', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop)
  const markup = '<img src=x onerror=alert(1)>'
  await page.route(ORDER_CALL, async (route) => {
    const response = await route.fetch()
    const { order, ...rest } = await response.json()
    const [item] = order.items
    const endless = { ...order.shippingAddress, fullName: '‏گ'.repeat(5000), address: markup }
    const items = [{ ...item, name: markup.repeat(100), image: '' }]
    const json = { ...rest, order: { ...order, items, shippingAddress: endless } }
    await route.fulfill({ response, json })
  })
  await openOrder(page, id)
  await expect(page.getByText(markup, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('row').locator('svg[viewBox="0 0 52 64"]')).toBeVisible()
  await expect(page.getByRole('row').locator('img')).toHaveCount(0)
  await expectNoOverflow(page, [360])
  await expectAccessible(page, [360])
})
