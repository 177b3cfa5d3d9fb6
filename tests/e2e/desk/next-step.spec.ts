/* The page of an order has one next step, on the first screen of a phone (rule 14.60). */
import type { Page } from '@playwright/test'
import { openMore, openOrder, savedOrder } from '../support/admin.ts'
import { confirmAll, orderIn, adminTest as test } from '../support/own-shop.ts'
import { downloadBy, recordRequests } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('rule 14.60: from placed to delivered each stage has one filled button, and one press leads to the next', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }))
  const id = await orderIn(shop, { phone: '0300 1112299' })
  await openOrder(page, id)
  await nextIs(page, 'WhatsApp')
  await page.setViewportSize({ width: 360, height: 740 })
  const language = page.getByLabel('Language').filter({ visible: true })
  await language.selectOption('English')
  const before = await language.boundingBox()
  await page.getByRole('link', { name: 'WhatsApp' }).click()
  await nextIs(page, 'Yes')
  await expect(page.getByRole('link', { name: 'WhatsApp (sent 1)' })).toBeVisible()
  const after = await language.boundingBox()
  expect(Math.abs(Number(after?.width) - Number(before?.width))).toBeLessThan(8)

  // An order that waits for its reply has what the run has.
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Later')
  await press('Tomorrow')
  await expect(page.getByText('Its customer is asked later.')).toBeVisible()
  await nextIs(page, 'WhatsApp')
  await press('Problem')
  await page.setViewportSize({ width: 360, height: 740 })
  await press('Change')
  await expect(page.getByRole('form', { name: 'Correction' })).toBeInViewport()
  await press('Problem')
  await press('Cancel Order')
  const question = page.getByRole('dialog', { name: `Cancel order ${id}?` })
  await question.getByLabel('Reason').selectOption('Fake order')
  await question.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByText('Cancelled: Fake order.')).toBeVisible()
  await nextIs(page)
  expect(await savedOrder(shop, id)).toMatchObject({ status: 'cancelled' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await nextIs(page, 'WhatsApp')

  await press('Yes')
  await nextIs(page, 'Send with PostEx')
  const next = page.getByRole('region', { name: 'Next step' })
  await next.getByRole('button', { name: 'Undo' }).click()
  await nextIs(page, 'WhatsApp')
  await expect(next.getByRole('button', { name: 'Undo' })).toBeHidden()
  await press('Problem')
  await press('Hold')
  const hold = page.getByRole('dialog')
  await hold.getByLabel('Note').fill('Until Friday')
  await hold.getByRole('button', { name: 'Hold' }).click()
  await expect(hold.getByText('Please choose a reason')).toBeVisible()
  await hold.getByLabel('Reason').selectOption('The address is not clear')
  await hold.getByRole('button', { name: 'Hold' }).click()
  await nextIs(page, 'Resume')
  await expect(page.getByText('Held: the address is not clear.')).toBeVisible()
  await press('Resume')
  await nextIs(page, 'WhatsApp')
  await press('Yes')

  await page.getByRole('button', { name: 'Send with PostEx' }).click()
  const send = page.getByRole('dialog')
  await expect(send.getByText('1 order, 799.00 to collect.')).toBeVisible()
  await downloadBy(page, () => send.getByRole('button', { name: 'Send 1 with PostEx' }).click())
  await expect(page).toHaveURL(/batch\?id=\d+/)
  await openOrder(page, id)
  await nextIs(page, 'Paste the number')
  await page.getByRole('button', { name: 'Paste the number' }).click()
  await page.keyboard.insertText('CN 7')
  await page.keyboard.press('Enter')
  await nextIs(page, 'Set Shipped')
  await page.getByRole('button', { name: 'Set Shipped' }).click()
  await nextIs(page, 'Tell')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await nextIs(page, 'Set Shipped')
  await page.getByRole('button', { name: 'Set Shipped' }).click()
  await page.getByRole('link', { name: 'Tell' }).click()
  await nextIs(page)
  await expect(page.getByText('On its way with PostEx.')).toBeVisible()

  await shop.sql("update private.parcels set state = 'attempt_failed', reason = 'no_answer'")
  await page.reload()
  await nextIs(page, 'Copy for the courier')
  await expect(page.getByText('Not delivered: no answer.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy for the courier' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Please deliver CN 7')

  await shop.sql("update private.parcels set state = 'lost'")
  await page.reload()
  await nextIs(page, 'Send again')
  await page.getByRole('button', { name: 'Send again' }).click()
  await nextIs(page, 'Send with PostEx')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await nextIs(page, 'Send again')

  await page.getByLabel('Status').selectOption('Delivered')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByText('Delivered. Its cash is in no payment yet.')).toBeVisible()
  await nextIs(page)
  await expect(page.getByText('to collect')).toHaveCount(0)
  expect(await savedOrder(shop, id)).toMatchObject({ status: 'delivered' })
})

test('rule 21.6: a later order that nobody confirmed goes with a confirmed one, which the question says', async ({
  page,
  shop,
}) => {
  const phone = '0300 1112298'
  const first = await orderIn(shop, { phone })
  await confirmAll(shop)
  const later = await orderIn(shop, { phone, quantity: 2 })
  await openOrder(page, later)
  await page.getByRole('button', { name: 'Join orders' }).click()
  const question = page.getByRole('dialog', { name: 'Send both orders in one parcel?' })
  await expect(question).toContainText('If that is confirmed, nobody is asked again')
  await question.getByRole('button', { name: 'Join orders' }).click()
  await page.getByRole('region', { name: 'Next step' }).getByRole('link', { name: first }).click()
  await nextIs(page, 'Send with PostEx')
})

/** The filled button of the page, above the tabs of the first screen; none without a name. */
async function nextIs(page: Page, ...names: string[]): Promise<void> {
  const filled = page.locator('main :is(a, button).bg-forest').filter({ visible: true })
  await expect(filled).toHaveText(names.map((name) => new RegExp(`^${name}`)))
  if (names.length === 0) return
  const [box, tabs] = await Promise.all([
    filled.boundingBox(),
    page.getByRole('navigation').last().boundingBox(),
  ])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
}

test.describe('with a thumb', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('a tap beside an open sheet closes it, and presses nothing below', async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop, { phone: '0300 1112288' })
    await openOrder(page, id)
    const below = await page.getByRole('button', { name: 'Yes', exact: true }).boundingBox()
    await openMore(page)
    const acts = recordRequests(page, '/rpc/admin_act')
    await page.touchscreen.tap((below?.x ?? 0) + 10, (below?.y ?? 0) + 10)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Yes', exact: true })).toBeEnabled()
    expect(acts).toEqual([])
  })
})
