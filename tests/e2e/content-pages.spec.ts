import { expect, test } from './support/shop-test.ts'

const PAGES = ['/', '/about', '/contact', '/results', '/privacy', '/returns', '/terms']

for (const path of PAGES) {
  test(`${path} has one first heading, and every picture a size and words`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const unsized = await page
      .locator('img')
      .evaluateAll((pictures) =>
        pictures
          .filter((one) => !['width', 'height', 'alt'].every((name) => one.hasAttribute(name)))
          .map((one) => one.outerHTML),
      )
    expect(unsized).toEqual([])
  })

  test(`${path} does not skip a level of heading`, async ({ page }) => {
    await page.goto(path)
    const levels = await page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName[1])))
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
    expect({ levels, jumps }).toEqual({ levels, jumps: [] })
  })
}

for (const width of [320, 360, 430, 768, 992, 1280]) {
  test(`no page of words scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of PAGES) {
      await page.goto(path)
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect({ path, overflow }).toEqual({ path, overflow: 0 })
    }
  })
}

test('the home page is told in its order, and leads to the shop and the story', async ({
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

for (const { width, isSmall } of [
  { width: 768, isSmall: true },
  { width: 769, isSmall: false },
]) {
  test(`the hero at ${width} px is the ${isSmall ? 'upright' : 'wide'} picture`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const picture = page.locator('main picture img').first()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
    expect(
      await picture.evaluate((one: HTMLImageElement) => one.naturalHeight > one.naturalWidth),
    ).toBe(isSmall)
  })
}

test('the page about the house tells its story, its values and four ingredients', async ({
  page,
}) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  for (const heading of ['Our story', 'Our mission', 'Quality', 'Sustainability', 'Transparency']) {
    await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  await expect(main.getByText('Founded 2020')).toBeVisible()
  await expect(
    main.getByRole('region', { name: 'What is in the bottle' }).getByRole('img'),
  ).toHaveCount(4)
  await expect(main.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products')
})

test('the gallery shows sixteen drawings and calls each of them one', async ({ page }) => {
  await page.goto('/results')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Real Results with Zulf')
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
  test(`${path} is dated, and its list of contents leads to every section`, async ({ page }) => {
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
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeInViewport()
  })
}

test('the seven sections of the privacy policy are numbered', async ({ page }) => {
  await page.goto('/privacy')
  const sections = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(sections.map((section) => section.slice(0, 2))).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => `${number}.`),
  )
})

test('the refund policy holds the rules of the shop', async ({ page }) => {
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

for (const path of ['/contact', '/product/zulf-herbal-oil-single']) {
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
