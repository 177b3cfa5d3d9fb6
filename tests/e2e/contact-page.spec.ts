/* The contact page around its form: opening hours, map, and the page without script. */
import { settings } from '#config/settings.ts'
import { expect, test } from './support/shop-test.ts'

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('rule 8.9: the page says whether the shop is open now, in the zone of the shop', async ({
    page,
  }) => {
    for (const [moment, text] of [
      ['2026-11-23T09:00:00+05:00', 'Open now'],
      ['2026-11-23T18:00:00+05:00', 'Closed now'],
    ] as const) {
      await page.clock.setFixedTime(new Date(moment))
      await page.goto('/contact')
      await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(page.getByText('9:00 AM to 6:00 PM')).toBeVisible()
      await expect(page.getByText('10:00 AM to 4:00 PM')).toBeVisible()
    }
  })
})

test('rule 8.10: the map is loaded on request only', async ({ page, baseURL }) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL))) outside.push(request.url())
  })
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The map</p>' }),
  )
  await page.goto('/contact')
  expect(outside).toEqual([])
  await expect(page.getByRole('link', { name: 'Get directions' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\//,
  )
  await page.getByRole('button', { name: 'Show the map' }).press('Enter')
  const frame = page.getByTitle(`Map of ${settings.address}`)
  await expect(frame.contentFrame().getByText('The map')).toBeVisible()
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  expect(outside).toHaveLength(1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('there is an e-mail address in place of the form', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden()
    await expect(
      page.getByRole('region', { name: 'Write to us' }).getByRole('link', { name: '@' }),
    ).toBeVisible()
  })
})
