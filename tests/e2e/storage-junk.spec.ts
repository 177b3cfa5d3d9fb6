import { ordersOf } from './support/admin-session.ts'
import { confirmedOrder, fillAddress, newPhone, pressPlaceOrder } from './support/customer.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

const KEYS = ['zulf:cart', 'zulf:attempt', 'zulf:orders']

for (const [number, name, junk] of [
  ['D33', 'megabytes of text', 'x'.repeat(1_600_000)],
  ['D33', 'megabytes of JSON', `[${'{},'.repeat(530_000)}{}]`],
  ['D32', 'something else', '{"version":9,"key":{"id":5},"step":"done"}'],
] as const) {
  test(`${number} ${name} under the shop’s keys does not keep anyone from ordering`, async ({
    page,
  }) => {
    await page.goto('/about')
    await page.evaluate(
      ([keys, text]) => {
        for (const key of keys) localStorage.setItem(key, text)
      },
      [KEYS, junk] as const,
    )
    await page.goto('/product/zulf-herbal-oil-single')
    await page.getByRole('button', { name: 'Shop Now' }).first().click()
    await expect(page).toHaveURL(/\/checkout$/)
    await hydrated(page)
    const phone = newPhone()
    await fillAddress(page, phone)
    await pressPlaceOrder(page)
    const id = await confirmedOrder(page)
    expect(await ordersOf(phone)).toMatchObject([{ id }])
    const kept = await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), KEYS)
    for (const text of kept) expect(text?.length ?? 0).toBeLessThan(1_000)
  })
}
