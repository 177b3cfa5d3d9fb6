import type { Page } from '@playwright/test'
import { articles } from '#tests/support/catalogue.ts'
import { expect, test } from '../support/shop-test.ts'

/** The cards as they are seen, in their order. */
async function cards(page: Page): Promise<{ id: string; height: number; left: number }[]> {
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(articles.length)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  return await page.locator('[data-posts] article').evaluateAll((articles) =>
    articles.map((article) => ({
      id: article.querySelector('a')?.href.split('/').at(-1) ?? '',
      height: article.querySelector('img')?.offsetHeight ?? 0,
      left: Math.round(article.getBoundingClientRect().left),
    })),
  )
}

function ids(list: { id: string }[]): string {
  return list.map(({ id }) => id).join(' ')
}

test('rule 9.6: each visit has an order of its own, which Back shows again, in one to three columns', async ({
  page,
}) => {
  const orders = new Set<string>()
  const heights = new Set<number>()
  for (let visit = 0; visit < 3; visit += 1) {
    await page.goto('/blog')
    const seen = await cards(page)
    expect(seen.map(({ id }) => id).toSorted()).toEqual(articles.toSorted())
    expect(seen.every(({ height }) => height >= 280 && height <= 350)).toBe(true)
    orders.add(ids(seen))
    for (const { height } of seen) heights.add(height)
  }
  // Three equal orders of seven articles have a probability of 1 in 25,000,000.
  expect(orders.size).toBeGreaterThan(1)
  expect(heights.size).toBeGreaterThan(1)

  const left = await cards(page)
  for (const way of ['Read More', 'Home']) {
    await page.getByRole('link', { name: way }).first().click()
    await expect(page).not.toHaveURL('/blog')
    await page.goBack()
    await expect(page).toHaveURL('/blog')
    expect(await cards(page)).toEqual(left)
  }

  for (const [width, columns] of [
    [993, 3],
    [992, 2],
    [577, 2],
    [576, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    expect(new Set((await cards(page)).map(({ left }) => left)).size, `${width} px`).toBe(columns)
  }
})

test('the arrangement waits for no file', async ({ page }) => {
  await page.route('**/_astro/*.js', () => {})
  await page.goto('/blog', { waitUntil: 'commit' })
  await expect(page.locator('[data-posts]')).toHaveAttribute('data-arranged')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test.describe('where the arrangement fails', () => {
  test.use({ expectedNoise: /refused for a test/ })

  test('the articles are in the order of the HTML, and a line of one is at most 75 characters long', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      history.replaceState = () => {
        throw new Error('refused for a test')
      }
    })
    await page.goto('/blog')
    expect(ids(await cards(page))).toBe(articles.join(' '))

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/blog/4')
    const characters = await page.locator('.article-text p').evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => {
        const letter = document.createElement('span')
        letter.textContent = '0'
        paragraph.append(letter)
        const { width } = letter.getBoundingClientRect()
        letter.remove()
        return paragraph.getBoundingClientRect().width / width
      }),
    )
    expect(characters.length).toBeGreaterThan(10)
    expect(Math.max(...characters)).toBeLessThanOrEqual(75)
  })
})
