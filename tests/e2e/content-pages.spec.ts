import { settings } from '#config/settings.ts'
import { product } from '#tests/support/catalogue.ts'
import { expect, test } from './support/shop-test.ts'

test('rule 9.1: the home page has its sections in order, and links to the products and the story', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByText('50% OFF', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products')
  await expect(page.getByRole('link', { name: 'Our Story' })).toHaveAttribute('href', '/about')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    '100% Natural',
    'Approved',
    'Sustainable',
    'Featured Products',
    'What people say',
    'Best Sellers',
    'Small changes, drawn',
    'Before you open the bottle',
  ])
})

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

test('the about page has its story, its values and four ingredients', async ({ page }) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  for (const heading of ['Our story', 'Our mission', 'Quality', 'Sustainability', 'Transparency']) {
    await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  await expect(main.getByText(`Founded ${settings.founded}`)).toBeVisible()
  await expect(
    main.getByRole('region', { name: 'What is in the bottle' }).getByRole('img'),
  ).toHaveCount(4)
  await expect(main.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products')
})

test('rule 9.7: the results gallery has 16 illustrations that are named as such', async ({
  page,
}) => {
  await page.goto('/results')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Real Results with ${settings.name}`,
  )
  const drawings = page.getByRole('main').getByRole('figure')
  await expect(drawings).toHaveCount(16)
  for (const drawing of await drawings.all()) {
    await expect(drawing.getByText('Illustration', { exact: true })).toBeVisible()
    await expect(drawing.getByRole('img')).toHaveAccessibleName(/^Illustration in two panels/)
  }
  await expect(page.getByText('Sample content.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Shop Now' })).toHaveAttribute(
    'href',
    '/products',
  )
})

for (const [path, title, sections] of [
  ['/privacy', 'Privacy policy', 7],
  ['/returns', 'Refund policy', 7],
  ['/terms', 'Terms and services', 9],
] as const) {
  test(`rule 9.8: ${path} is dated, and its contents link to every section`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('Last updated April 2025')).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    expect(await contents.allTextContents()).toHaveLength(sections)
    for (const link of await contents.all()) {
      const heading = page.locator(`h2[id="${String(await link.getAttribute('href')).slice(1)}"]`)
      await expect(heading).toHaveText(String(await link.textContent()).trim())
    }
    await contents.last().click()
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings.last()).toBeInViewport()
    if (path !== '/privacy') return
    const numbers = (await headings.allTextContents()).map((heading) => heading.slice(0, 2))
    expect(numbers).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.'])
  })
}

test('rule 9.9: the refund policy holds the rules of the shop', async ({ page }) => {
  await page.goto('/returns')
  const main = page.getByRole('main')
  for (const rule of [
    /arrived damaged, or you received the wrong item/,
    /within 3 days of receipt/,
    /a change of mind/,
    /wrong shipping address given by you/,
    /used or tampered with/,
    /within 7 to 10 business days, to the original payment method/,
    /non-refundable: the shipping cost is deducted/,
  ]) {
    await expect(main.getByText(rule).first()).toBeVisible()
  }
})

for (const path of ['/contact', product.path]) {
  test(`a question on ${path} opens and closes by keyboard`, async ({ page }) => {
    await page.goto(path)
    const answer = page.getByText(/In cash, when the parcel is at your door/)
    await expect(answer).toBeHidden()
    await page.getByText('How do I pay?').press('Enter')
    await expect(answer).toBeVisible()
    await page.getByText('How do I pay?').press('Enter')
    await expect(answer).toBeHidden()
  })
}
