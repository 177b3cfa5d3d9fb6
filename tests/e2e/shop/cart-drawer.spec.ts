import type { Locator, Page } from '@playwright/test'
import {
  addedText,
  choice,
  otherProduct,
  price,
  product,
  total as totalOf,
} from '#tests/support/catalogue.ts'
import { putInCart } from '../support/customer.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'

const ADDED = addedText(product)

test.use({ reducedMotion: 'no-preference' })

test('rules 1.20 and 2.21: adding opens the drawer with the whole cart and what was added, and its lines are changed, removed and restored', async ({
  page,
  context,
}) => {
  await putInCart(page, [choice(otherProduct, 1000)])
  await openByAdding(page)
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2)
  await expect(drawer(page).getByRole('alert').filter({ hasText: 'at most 999' })).toBeVisible()
  await expect(total(page)).toHaveText(totalOf([otherProduct, 1000], [product, 1]))
  await expect(drawer(page).getByRole('status').filter({ hasText: ADDED })).toBeVisible()
  await expect(page.getByText(/Your browser stores nothing/)).toBeHidden()
  await drawer(page)
    .getByRole('button', { name: `Remove ${otherProduct.name}` })
    .click()

  const less = drawer(page).getByRole('button', { name: 'Decrease quantity' })
  const more = drawer(page).getByRole('button', { name: 'Increase quantity' })
  await expect(less).toBeDisabled()
  await more.click()
  await expect(total(page)).toHaveText(price(product, 2))
  await expect(page.getByRole('link', { name: 'Cart, 2' })).toBeAttached()
  await less.focus()
  await page.keyboard.press('Enter')
  await expect(total(page)).toHaveText(price(product))
  await expect(more).toBeFocused()
  await drawer(page).getByLabel('Quantity', { exact: true }).fill('۱۲')
  await page.keyboard.press('Enter')
  await expect(total(page)).toHaveText(price(product, 12))

  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(total(page)).toHaveText(price(product, 13))
  await other.close()

  await drawer(page)
    .getByRole('button', { name: `Remove ${product.name}` })
    .press('Enter')
  await expect(drawer(page).getByText('Your cart is empty')).toBeVisible()
  await expect(drawer(page).getByRole('link', { name: 'Checkout' })).toBeHidden()
  await expect(
    drawer(page).getByRole('button', { name: `Undo removing ${product.name}`, exact: true }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(total(page)).toHaveText(price(product, 13))
})

test('a double tap adds once, and Escape, its button and a click outside close the drawer, the focus returns, and its links lead to the cart and the checkout', async ({
  page,
}) => {
  await openByAdding(page)
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate(
      () => document.activeElement?.closest('dialog') === null && document.hasFocus(),
    )
    expect(isOutside && (await page.evaluate(() => document.activeElement !== document.body))).toBe(
      false,
    )
  }
  const add = page.getByRole('button', { name: 'Add to cart' })
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(add).toBeFocused()
  await add.click()
  await drawer(page).getByRole('button', { name: 'Close cart' }).click()
  await expect(drawer(page)).toBeHidden()
  await add.click()
  await expect(total(page)).toHaveText(price(product, 3))
  expect(await isPressable(page, 350)).toBe(false)
  expect(await isPressable(page, 450)).toBe(true)
  await page.mouse.click(20, 400)
  await expect(drawer(page)).toBeHidden()

  // On a phone it fits the screen, with controls that are large enough.
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(async () => {
    // The first may be so soon after the one before that it counts as a double tap.
    if (!(await drawer(page).isVisible())) await add.click({ timeout: 1000 })
    await expect(drawer(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  for (const control of await drawer(page).locator('button:visible, a:visible').all()) {
    const box = await control.boundingBox()
    expect(Number(box?.x) + Number(box?.width)).toBeLessThanOrEqual(320)
  }
  for (const button of await drawer(page).locator('button:visible').all()) {
    // Not its box, of which a drawer that still moves gives fractions.
    const height = await button.evaluate((element: HTMLElement) => element.offsetHeight)
    expect(height).toBeGreaterThanOrEqual(44)
  }
  await drawer(page).getByRole('link', { name: 'View Cart' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await page.goBack()
  await hydrated(page)
  await expect(drawer(page)).toBeHidden()
  await add.click()
  await drawer(page).getByRole('link', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
})

async function openByAdding(page: Page): Promise<void> {
  await page.goto(product.path)
  await page.getByRole('button', { name: 'Add to cart' }).dblclick()
  await expect(drawer(page)).toBeVisible()
}

/** Whether a press reaches the drawer's first button, so long after it opened. */
function isPressable(page: Page, afterMs: number): Promise<boolean> {
  return drawer(page).evaluate((dialog, time) => {
    // Once more from the start: it may be over.
    dialog.style.animation = 'none'
    dialog.getBoundingClientRect()
    dialog.style.animation = ''
    for (const animation of dialog.getAnimations()) {
      animation.pause()
      animation.currentTime = time
    }
    const button = dialog.querySelector('button')
    const { x, y } = button?.getBoundingClientRect() ?? { x: 0, y: 0 }
    return Boolean(button?.contains(document.elementFromPoint(x + 9, y + 9)))
  }, afterMs)
}

function drawer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Your cart' })
}

function total(page: Page): Locator {
  return drawer(page).locator('output').last()
}
