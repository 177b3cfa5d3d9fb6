/* What came of a day's parcels (rules 22.6 and 22.46 to 22.48). */
import type { Page } from '@playwright/test'
import { cash, type Money } from '#tests/support/statement-requests.ts'
import { adminTest as test } from '../support/own-shop.ts'
import { downloadBy, expectAccessible } from '../support/page-checks.ts'
import { CASH, moveParcel, parcelsIn, payIn, withoutMoney } from '../support/parcels.ts'
import { expect } from '../support/shop-test.ts'

const COSTS: Money[] = [
  { kind: 'fee', amount: -195_00, dated: '2026-11-20' },
  { kind: 'tax', amount: -31_20, dated: '2026-11-20' },
]

test.beforeEach(({ shop }) => withoutMoney(shop))

test('rules 22.46 to 22.48: the figures of a day are those of its orders, in each form', async ({
  page,
  shop,
}) => {
  const [paid = '', unpaid = '', lost = ''] = await parcelsIn(shop, 4)
  const money: Money[] = [cash(CASH * 100, '2026-11-20'), ...COSTS]
  await payIn(shop, 'CPR-3', [
    { reference: paid, state: 'delivered', money },
    { reference: unpaid, state: 'delivered' },
  ])
  await shop.sql('update private.statements set in_bank_at = now()')
  await moveParcel(shop, lost, 'lost')
  await page.goto('/admin/evening')
  await expect(page).toHaveURL('/admin/money?part=day')
  const sum = (parcels: number) => `Rs ${(parcels * CASH).toFixed(2)}`
  const came = `Rs ${(CASH - 226.2).toFixed(2)}`
  const figures = {
    'Handed over': `${sum(4)}4 parcels`,
    Delivered: `${sum(2)}2 parcels`,
    'On the road now': `${sum(1)}1 parcel`,
  }
  // The file has the day on which it paid.
  const inFiles = { 'Customers paid': sum(1), 'Couriers kept': 'Rs 226.20', 'In my bank': came }
  await expectFigures(page, { ...figures, 'In my bank': 'Rs 0.00' })
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expectFigures(page, { Delivered: 'Rs 0.00No parcel', 'In my bank': 'Rs 0.00' })
  await page.getByText('Other days').click()
  await page.getByLabel('From').fill('2026-11-01')
  // Key by key: each digit of the year makes another day.
  await page.getByLabel('Until').pressSequentially('11012036')
  await expectFigures(page, { ...figures, ...inFiles })
  await expect(page).toHaveURL(/from=2026-11-01/)
  await expect(page.getByRole('region', { name: 'Lost parcels to claim' })).toContainText(lost)
  await expectAccessible(page)

  const chat = await page.getByRole('link', { name: 'Figures to WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(String(chat))).toContain(`Delivered: 2, ${sum(2)}`)
  expect(decodeURIComponent(String(chat))).toContain(`In my bank: ${came}`)
  const { bytes } = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  )
  expect(bytes.toString()).toContain(`"Figures","In my bank","","${CASH - 226.2}"`)

  await page.getByRole('button', { name: 'All days' }).click()
  await expectFigures(page, { ...figures, ...inFiles })
})

async function expectFigures(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(figures)) {
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
    await expect(card).toHaveText(label + text)
  }
}
