import { price, product } from '#tests/support/catalogue.ts'
import {
  openCorrection,
  openHistory,
  openMore,
  openOrder,
  recordPrinting,
  savedHistory,
  savedOrder,
  setStatus,
} from '../support/admin.ts'
import { faults, holdFirst } from '../support/network.ts'
import { confirmAll, orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectLink } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const ADMIN_ORDER = '**/rest/v1/rpc/admin_order'

/** What orderIn() orders. */
const [size] = product.sizes

test('C39 rules 14.6 to 14.8: an order page shows the order', async ({ context, page, shop }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phone = '0311 2223334'
  const first = await orderIn(shop, { phone })
  await setStatus(shop, first, 'cancelled')
  const id = await orderIn(shop, { phone, quantity: 3 })
  const printed = await recordPrinting(page)
  await openOrder(page, id)

  const earlier = '1 other order from this phone: 1 cancelled'
  const words = [
    'Ayesha Khan',
    phone,
    'House 7, Street 3, Model Town',
    'Lahore, Punjab 54700',
    earlier,
  ]
  for (const text of words) await expect(page.getByText(text).first()).toBeVisible()
  const item = page.getByRole('row', { name: size.label })
  const sum = price(product, 3)
  const cells = [product.name, size.label, '3', price(product), sum]
  await expect(item.getByRole('cell')).toHaveText(cells)
  const totals = [sum, 'Free', sum, sum, 'cash on delivery']
  await expect(page.getByRole('definition')).toHaveText(totals)
  await expectLink(page, 'Call', 'tel:+923112223334')
  const href = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  const chat = new URL(href ?? '')
  expect(chat.pathname).toBe('/923112223334')
  expect(chat.searchParams.get('text')).toMatch(new RegExp(`order ${id} .*#confirm=`))
  const history = await openHistory(page)
  await expect(history.getByText('Order placed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More for this order' })).toBeFocused()

  const copy = page.getByRole('button', { name: 'Copy Order ID' })
  await copy.click()
  // What is pointed at stays until it is dismissed.
  await page.getByText('Order ID copied', { exact: true }).hover()
  await expect(page.getByText('Order ID copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  })
  await copy.click()
  // A failure stays until it is dismissed, over the end of the buttons beside the title.
  await expect(page.getByRole('alert').filter({ hasText: 'Could not copy' })).toBeVisible()
  await expect(page.getByText('Order ID copied')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article')
  for (const text of [`Order ${id}`, 'Pending', product.name, price(product), `Total${sum}`])
    await expect(paper).toContainText(text)
  await expect(page.getByRole('heading')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  // Rule 21.46: a slip asks as every way does by which an order leaves.
  await (await openMore(page)).getByRole('button', { name: 'Print slip' }).click()
  await expect(page.getByText(`${id}: is not confirmed`)).toBeVisible()
  await page.getByRole('button', { name: 'Print 1 order all the same' }).click()
  await expect.poll(printed).toBe(2)
  await page.emulateMedia({ media: 'print' })
  await expect(paper).toContainText('From, and return address')
  await expect(paper).not.toContainText('Price')
  // The menu of the browser prints the order again.
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(paper).toContainText('Price')
})

test.describe('slow or without a network', () => {
  test.use({ expectedNoise: /Error fetching orders|Failed to load resource/ })

  test('rule 14.60: the page has its number while the order loads, and where it cannot be loaded', async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop, { phone: '0311 2223334' })
    const goOn = await holdFirst(page, ADMIN_ORDER)
    await page.goto(`/admin/orders/${id.toLowerCase()}`)
    const heading = page.getByRole('heading', { name: `Order ${id}` })
    await expect(page.getByText('Loading order...')).toBeVisible()
    const before = await heading.boundingBox()
    goOn()
    await expect(page.getByRole('region', { name: 'Next step' })).toBeVisible()
    expect(await heading.boundingBox()).toEqual(before)
    await expectLink(page, '0311 2223334', 'tel:+923112223334')

    await page.route(ADMIN_ORDER, faults.refused)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(heading).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Orders' })).toBeVisible()
  })
})

test('C30 rules 14.9, 14.21 and 14.26: a booking is two forms', async ({ context, page, shop }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await orderIn(shop)
  await confirmAll(shop)
  await openOrder(page, id)
  const number = page.getByLabel('Tracking Number')
  const status = page.getByLabel('Status')
  const courier = page.getByLabel('Courier')
  const updateStatus = page.getByRole('button', { name: 'Update Status' })
  const updateTracking = page.getByRole('button', { name: 'Update Tracking' })
  await expect(updateStatus).toBeDisabled()
  await expect(updateTracking).toBeDisabled()
  await expect(updateTracking).toHaveAccessibleDescription('It has no courier and no number yet.')
  // What is booked is not corrected, until its courier is cleared.
  const correction = await openCorrection(page)
  await courier.selectOption('PostEx')
  await updateTracking.click()
  await expect(page.getByText('The courier is now PostEx')).toBeVisible()
  await expect(page.getByText(/booked with PostEx.*set its courier to None/)).toBeVisible()
  await expect(correction).toHaveCount(0)
  await courier.selectOption('None')
  await updateTracking.click()
  await expect(correction).toBeVisible()

  await courier.selectOption('PostEx')
  await number.fill('نمبر')
  await expect(number).toHaveAccessibleDescription(/Only Latin letters/)
  await number.press('Enter')
  await expect(number).toBeFocused()
  expect(await savedHistory(shop, id)).toEqual(['pending'])

  await number.fill('  CN ۱۲۳ ')
  await number.press('Enter')
  await expect(page.getByText('Order updated').first()).toBeVisible()
  await expect(page.getByText('The tracking number is now CN 123')).toBeVisible()
  await expect(updateTracking).toBeDisabled()
  await expect(updateStatus).toBeDisabled()
  await status.selectOption('Shipped')
  await updateStatus.click()
  await expect(page.getByText('The status is now Shipped')).toBeVisible()
  expect(await savedOrder(shop, id)).toMatchObject({ status: 'shipped', tracking_number: 'CN 123' })
  const link = page.getByRole('link', { name: 'Track parcel CN 123' })
  await expect(link).toHaveAttribute('href', /postex.*CN%20123/)
  await page.getByRole('button', { name: 'Copy Tracking Number' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CN 123')

  await status.selectOption('Cancelled')
  await page.getByLabel('Outcome').selectOption('Parcel returned')
  await updateStatus.click()
  await expect(page.getByText('The status is now Cancelled')).toBeVisible()
  // The button keeps the focus, and beside it stands why it does nothing now.
  await expect(updateStatus).toBeFocused()
  await expect(updateStatus).toHaveAccessibleDescription('This is its status already.')
  await page.reload()
  await expect(status).toHaveValue('cancelled')
  await expect(number).toHaveValue('CN 123')
  await expect(page.getByLabel('Outcome')).toHaveValue('returned')
  const history = await openHistory(page)
  await expect(history).toContainText('Outcome: none → Parcel returned')
})

test('rule 14.15: an unknown order leads to the list, with a toast', async ({ page }) => {
  const id = '<img src=x>'
  await page.goto(`/admin/orders/${encodeURIComponent(id)}`)
  await expect(page).toHaveURL(/\/admin\/orders$/)
  await expect(page.getByText('Order not found')).toBeVisible()
  await expect(page.getByText(`No order found with ID ${id}`)).toBeVisible()
})
