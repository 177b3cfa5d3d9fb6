import { setState } from '../support/admin.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { lookAgain } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test('rule 21.21: customers of shipped orders are told one by one, by one thumb', async ({
  page,
  context,
  shop,
}) => {
  const oldest = await orderIn(shop, { phone: '0300 1112224' })
  const newest = await orderIn(shop, { phone: '0300 1112223' })
  for (const id of [oldest, newest]) {
    await setState(shop, id, { status: 'shipped', courier: 'tcs', trackingNumber: `TCS ${id}` })
  }
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/orders?stage=to_tell')
  await page.getByRole('link', { name: 'Tell customers' }).click()
  await expect(page.getByRole('article', { name: `Order ${oldest}` })).toBeVisible()
  await expect(page.getByText('2 to tell')).toBeVisible()
  const chat = page.getByRole('link', { name: 'WhatsApp' })
  const href = String(await chat.getAttribute('href'))
  const text = new URL(href).searchParams.get('text')
  expect(text).toContain(`TCS ${oldest}`)
  expect(text).toContain('https://www.tcsexpress.com/track/')
  const [opened] = await Promise.all([context.waitForEvent('page'), chat.click()])
  await opened.close()
  await lookAgain(page)
  await expect(page.getByRole('article', { name: `Order ${newest}` })).toBeVisible()
  await expect(page.getByText('1 to tell · 1 new chat this hour')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name: `Order ${newest}` })).toBeVisible()
  const box = await chat.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
})
