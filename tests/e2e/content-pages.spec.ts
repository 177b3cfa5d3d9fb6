import { expect, test } from './support/shop-test.ts'

test('rule 9.1: at 768 px and below the hero has another picture', async ({ page }) => {
  for (const [width, isUpright] of [
    [768, true],
    [769, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const picture = page.locator('main picture img').first()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
    expect(
      await picture.evaluate((one: HTMLImageElement) => one.naturalHeight > one.naturalWidth),
    ).toBe(isUpright)
  }
})

test('a link of the contents leads to its section', async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport()
})
