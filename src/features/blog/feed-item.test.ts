import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { toFeedItem } from './feed-item.ts'

test('a feed item is the whole article, with links that work outside the site', () => {
  const date = new Date('2025-04-22')
  const post = {
    id: 2,
    title: 'How to use it',
    shortDescription: 'In short.',
    date,
    readTime: 5,
    featured: true,
    coverAlt: '',
    keywords: ['oil'],
  }
  expect(toFeedItem(post, '<p>See <a href="/blog/5">the routine</a>.</p>')).toEqual({
    title: 'How to use it',
    link: '/blog/2',
    pubDate: date,
    description: 'In short.',
    content: `<p>See <a href="${settings.site}/blog/5">the routine</a>.</p>`,
    categories: ['oil'],
  })
})
