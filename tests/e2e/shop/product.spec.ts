import type { Page } from '@playwright/test'
import { settings } from '#config/settings.ts'
import {
  addedText,
  ingredientNames,
  price,
  product,
  spokenPrice,
} from '#tests/support/catalogue.ts'
import { setServerClock } from '../support/clock.ts'
import { recordShifts } from '../support/page-checks.ts'
import { expect, test } from '../support/shop-test.ts'

test('rules 1.17, 1.19, 1.25, 2.20, 12.20 and 12.31: a product page has its facts, tabs that follow the arrow keys, a quantity of at least 1, and its price at the foot of a small screen', async ({
  page,
}) => {
  await page.goto(product.path)
  await test.step('rule 12.20: Tab stops once at the pictures, and at no choice of one', async () => {
    await page.getByRole('region', { name: `Pictures of ${product.name}` }).focus()
    await page.keyboard.press('Tab')
    const [first] = product.sizes
    const next = product.sizes.length > 1 ? first.label : 'Quantity'
    await expect(page.getByLabel(next, { exact: true })).toBeFocused()
  })

  await test.step('rule 12.20: Tab follows the eye at every width', async () => {
    for (const [width, height] of [
      [360, 640],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.getByLabel('Quantity', { exact: true }).focus()
      for (const name of ['Increase quantity', 'Add to cart', 'Shop Now']) {
        const before = await focusedPlace(page)
        await page.keyboard.press('Tab')
        await expect(page.getByRole('button', { name })).toBeFocused()
        const { x, y } = await focusedPlace(page)
        // Further down, or further right in the same row.
        expect(y > before.bottom || x >= before.x).toBe(true)
      }
    }
  })

  await test.step('rule 12.31: in forced colors a button keeps a border, and the chosen one of several is marked', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const button = page.getByRole('button', { name: 'Shop Now' }).first()
    await expect(button).toHaveCSS('border-top-width', '1px')
    // The dots come with the script of the testimonials, which is fetched when they are near.
    await page.getByLabel('Testimonials', { exact: true }).scrollIntoViewIfNeeded()
    const groups = [page.getByLabel(/^Picture \d of/), page.getByLabel(/^Testimonial \d of/)]
    for (const one of [...groups, page.getByRole('tab')]) {
      const background = await one
        .nth(1)
        .evaluate((other) => getComputedStyle(other).backgroundColor)
      await expect(one.first()).not.toHaveCSS('background-color', background)
    }
    const size = page.getByRole('group', { name: 'Size' }).locator('label').first()
    const form = page.locator('form', { has: size })
    const ground = await form.evaluate((around) => getComputedStyle(around).backgroundColor)
    await expect(size).not.toHaveCSS('background-color', ground)
    await page.emulateMedia({ forcedColors: null, reducedMotion: null })
    await page.evaluate(() => scrollTo(0, 0))
  })

  await page.setViewportSize({ width: 360, height: 640 })
  const main = page.getByRole('main')
  await expect(main.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Products')
  await expect(main.getByText(product.category, { exact: true })).toBeVisible()
  await expect(main).toContainText(
    `${product.rating.toFixed(1)} out of 5, ${product.reviews} reviews`,
  )
  await expect(main).toContainText(spokenPrice(product))
  await expect(main.getByText('100% Natural Ingredients')).toBeVisible()
  await expect(main.getByText('Free Shipping on All Orders')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'View All Products' })).toHaveAttribute(
    'href',
    '/products',
  )

  const bar = page.getByRole('status', { name: '' }).filter({ hasText: 'Price of this quantity:' })
  const button = page.getByRole('button', { name: 'Shop Now' })
  const less = page.getByRole('button', { name: 'Decrease quantity' })
  const place = await button.boundingBox()
  await expect(bar).toContainText(price(product))
  await expect(less).toBeDisabled()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(less).toBeEnabled()
  await expect(bar).toContainText(price(product, 2))
  await page.getByLabel('Quantity', { exact: true }).fill('999')
  await expect(bar).toContainText(price(product, 999))
  await expect(bar).toBeInViewport({ ratio: 1 })
  expect(await bar.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  expect(await button.boundingBox()).toEqual(place)

  const use = page.getByRole('tab', { name: 'How To Use' })
  const benefits = page.getByRole('tab', { name: 'Benefits' })
  await expect(use).toHaveAttribute('aria-selected', 'true')
  await use.focus()
  await page.keyboard.press('ArrowRight')
  await expect(benefits).toBeFocused()
  await expect(benefits).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Benefits' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'How To Use' })).toBeHidden()

  await page.keyboard.press('ArrowRight')
  const ingredients = page.getByRole('tabpanel', { name: 'Ingredients' })
  await expect(ingredients.getByRole('listitem')).toHaveText(
    ingredientNames.map((names) => new RegExp(names)),
  )
  await expect(ingredients).toContainText(product.shelfLife)
  await expect(ingredients).toContainText(`Made by ${settings.name}`)

  const payment = page.getByText(/In cash, when the parcel is at your door/)
  for (const isOpen of [true, false]) {
    await page.getByText('How do I pay?').press('Enter')
    await expect(payment).toBeVisible({ visible: isOpen })
  }

  await test.step('rule 2.20: a quantity is typed in Urdu digits, and the wheel does not change it', async () => {
    const quantity = page.getByLabel('Quantity', { exact: true })
    await quantity.fill('۱۲')
    await quantity.hover()
    await page.mouse.wheel(0, 100)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText(addedText(product, 12))).toBeVisible()
  })
})

test('rules 1.27, 1.28 and 4.53: the first screen of a phone has name, price and most of the picture, and under the buttons stand payment, the day by the clock of the server, returns and questions', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await setServerClock(page, '2028-01-01T08:00:00Z')
  const shifts = await recordShifts(page)
  await page.goto(product.path)
  const main = page.getByRole('main')
  const bar = await page.locator('.bottom-bar').boundingBox()
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    main.getByText(price(product), { exact: true }).first(),
  ]) {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(bar?.y ?? 0)
  }
  const picture = await main.locator('#picture-1 img').boundingBox()
  expect(picture?.height).toBeLessThanOrEqual(0.6 * 740)
  expect(picture?.y).toBeLessThan(740 / 2)

  await expect(main.getByText('Pay cash at your door')).toBeVisible()
  await expect(main.getByText('At your door by January 8, 2028')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Tell us within 3 days' })).toHaveAttribute(
    'href',
    '/returns',
  )
  await expect(main.getByRole('link', { name: /^WhatsApp 0\d{3} \d{7}$/ })).toBeVisible()
  expect(await shifts()).toEqual([])

  await page.getByRole('button', { name: 'Shop Now' }).click()
  await expect(page.getByText('Expected by January 8, 2028')).toBeVisible()
})

async function focusedPlace(page: Page): Promise<DOMRect> {
  return page.evaluate(() =>
    (document.activeElement ?? document.body).getBoundingClientRect().toJSON(),
  )
}
