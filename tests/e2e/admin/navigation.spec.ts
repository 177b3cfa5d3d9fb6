/* The way around the admin on a phone: five tabs, and what stands under More. */
import { messageIn, adminTest as test } from '../support/own-shop.ts'
import { dataLoaded, expectAccessible, ON_PHONE, slowData } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test('rules 16.4 and 16.25: a phone has five tabs that a thumb meets, the head of the page is its name, and More counts the unread messages and leads to the other pages', async ({
  page,
  shop,
}) => {
  await messageIn(shop, 'Where is it?', 'Please tell me')
  await slowData(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/admin/dashboard')
  const tabs = page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('listitem')
    .filter({ visible: true })
  await expect(tabs).toHaveText(['Dashboard', /^\s*Orders/, 'Parcels', 'Money', /^\s*More/])
  for (const tab of await tabs.all()) {
    const box = await tab.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(64)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  // Rule 12.7: a tab keeps its place while those after it are still to come.
  const place = await tabs.nth(1).boundingBox()
  const setHidden = (isHidden: boolean) =>
    page.locator('.admin-tabs li:nth-child(n + 3)').evaluateAll((later, hidden) => {
      for (const tab of later) (tab as HTMLElement).hidden = hidden
    }, isHidden)
  await setHidden(true)
  expect(await tabs.nth(1).boundingBox()).toEqual(place)
  await setHidden(false)
  const head = await page.getByRole('heading', { level: 1, name: 'Dashboard' }).boundingBox()
  expect(head).toMatchObject({ x: 0, y: 0, width: 320 })
  expect(head?.height).toBeLessThanOrEqual(48)

  const more = page.getByRole('button', { name: 'More' })
  await expect(more).toHaveText(/1\s+unread/)
  await more.click()
  const links = page.getByRole('navigation', { name: 'More' })
  await expect(links.getByRole('link')).toHaveText([
    /Messages\s+1\s+unread/,
    'Customers',
    'Products',
    'Settings',
    'How it works',
  ])
  await expectAccessible(links, ON_PHONE)
  await page.keyboard.press('Escape')
  await expect(links).toBeHidden()
  await expect(more).toBeFocused()

  await more.click()
  await links.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(more).toHaveAttribute('aria-current', 'true')
  await more.click()
  // What comes after the session's end is refused, which the console says.
  await dataLoaded(page)
  await links.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})
