/* What the blog and its articles say. */
import { expect, test } from 'vitest'
import { elementIn, linkOf, textOf, textsOf } from '#tests/support/built-site.ts'
import { articles } from '#tests/support/catalogue.ts'
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()

test('rule 9.5: a card of the blog shows the facts of its article, and links to it', async () => {
  const title = 'Top 5 ingredients: neem, amla, brahmi, bhringraj, coconut'
  const cards = [...(await site.main('/blog')).querySelectorAll('article')]
  const card = cards.find((one) => textsOf(one, 'h2').includes(title))
  if (!card) throw new Error(`No card of ${title}`)
  for (const fact of [
    'Featured',
    'What each plant in the bottle is',
    'May 6, 2025',
    '6 min read',
  ]) {
    expect(textOf(card)).toContain(fact)
  }
  expect(card.querySelector('img')?.getAttribute('alt')).toMatch(/^Drawings? of/)
  expect([...card.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toContain('/blog/4')
  expect(textsOf(await site.main('/blog/4'), 'h1')).toEqual([title])
})

test('rule 9.5: every card has the badge "Featured"', async () => {
  const cards = [...(await site.main('/blog')).querySelectorAll('article')]
  expect(cards).toHaveLength(articles.length)
  expect(cards.filter((card) => !textsOf(card, 'p').includes('Featured'))).toEqual([])
})

test('rule 9.5: an article shows its text and products', async () => {
  const main = await site.main('/blog/2')
  expect(textsOf(main, 'h1')).toEqual(['How to use hair oil, from patch test to last rinse'])
  const text = elementIn(main, '.article-text')
  expect(main.querySelector('article img')?.getAttribute('alt')).toMatch(/aloe vera/)
  expect(text.querySelectorAll('h2')).toHaveLength(8)
  expect(textsOf(text, 'li').join()).toContain('Do not swallow it.')
  expect(text.querySelectorAll('tr')).toHaveLength(4)
  expect(textsOf(main, 'h2')).toContain('Featured Products')
  expect(linkOf(main, 'View All Products')).toBe('/products')
})

test.each(articles.map((id, nth) => [id, articles[nth + 1], articles[nth - 1]]))(
  'rule 9.5: the neighbours of article %s are %s and %s',
  async (id, previous, next) => {
    const links = [...(await site.main(`/blog/${id}`)).querySelectorAll('a')]
    const hrefs = ['Previous article', 'Next article'].map((name) =>
      links.find((a) => textOf(a).startsWith(name))?.getAttribute('href'),
    )
    expect(hrefs).toEqual([previous, next].map((id) => id && `/blog/${id}`))
  },
)
