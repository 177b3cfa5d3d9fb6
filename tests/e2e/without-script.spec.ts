import { articles, catalogue, foundText, price, product } from '#tests/support/catalogue.ts'
import { chat } from './support/customer.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ javaScriptEnabled: false })

test('rules 1.22 and 4.31: catalogue and product can be read without a script, and name other ways to order', async ({
  page,
}) => {
  await page.goto('/products')
  const main = page.getByRole('main')
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(main.getByRole('article')).toHaveCount(catalogue.length)
  await expect(main.getByText(price(product)).first()).toBeVisible()

  await page.goto(product.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(page.getByText('100% Natural Ingredients')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How To Use' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Benefits' })).toBeVisible()
  await expect(page.getByText(/JavaScript/).first()).toBeVisible()
  await expect(page.getByText('At your door within 7 days')).toBeVisible()
  const question = page.getByRole('link', { name: /^WhatsApp \d/ })
  await expect(question).toHaveAttribute('href', /^https:\/\/wa\.me\//)
  await expect(chat(page, 'Order on WhatsApp')).toBeHidden()
})

test('pages that need a script say so, and the others are whole', async ({ page }) => {
  for (const path of [
    'order/tracking/ABCDEFGH',
    'order/confirmation/ABCDEFGH',
    'order/find',
    'cart',
    'checkout',
  ]) {
    await page.goto(`/${path}`)
    await expect(page.getByText(/needs JavaScript/)).toBeVisible()
  }

  await page.goto('/')
  const people = page.getByRole('region', { name: 'What people say' })
  const row = people.getByRole('list', { name: 'Testimonials' })
  await expect(row.getByRole('listitem')).toHaveCount(8)
  await expect(people.getByRole('button')).toHaveCount(0)
  await row.getByText('Zainab Q.').scrollIntoViewIfNeeded()
  await expect(row.getByText('Zainab Q.')).toBeInViewport()

  // Rule 9.2: three are side by side, two at 992 px, one at 576 px.
  for (const [width, shown] of [
    [993, 3],
    [992, 2],
    [577, 2],
    [576, 1],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const visible = await row.evaluate((list) => {
      list.scrollTo({ left: 0, behavior: 'instant' })
      const edge = list.getBoundingClientRect()
      return [...list.children].filter((slide) => {
        const { left, right } = slide.getBoundingClientRect()
        return left >= edge.left - 1 && right <= edge.right + 1
      }).length
    })
    expect(visible, `${width} px`).toBe(shown)
  }

  await page.goto('/blog')
  const titles = page.locator('[data-posts] article a:first-of-type')
  const ids = await titles.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect([...new Set(ids)]).toEqual(articles.map((id) => `/blog/${id}`))

  await page.goto('/contact')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Write to us' }).getByRole('link', { name: '@' }),
  ).toBeVisible()
})
