import { describe, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import {
  minutesToRead,
  neighboursOf,
  newestFirst,
  postDate,
  readingTime,
  startOfDay,
  toFeedItem,
  utcDay,
} from './post.ts'

const spring = { id: 1, date: new Date('2025-04-15') }
const summer = { id: 8, date: new Date('2025-06-03') }
const sameDay = { id: 3, date: new Date('2025-04-15') }

test('a date is the same day in every time zone', () => {
  expect(postDate(new Date('2025-04-29'))).toBe('Apr 29, 2025')
  expect(utcDay(new Date('2025-04-29'))).toBe('2025-04-29')
  expect(startOfDay(new Date('2025-04-29'))).toBe('2025-04-29T00:00:00+05:00')
  expect(readingTime(6)).toBe('6 min read')
})

test('rule 9.5: the reading time follows from the number of words, and is at least a minute', () => {
  expect(minutesToRead('word '.repeat(1020))).toBe(6)
  expect(minutesToRead('**Short**, with [a link](/blog/2).')).toBe(1)
})

test('the newest article comes first; of one day, the one with the higher number', () => {
  expect(newestFirst([spring, summer, sameDay])).toEqual([summer, sameDay, spring])
})

describe('the neighbours of an article', () => {
  const posts = newestFirst([spring, summer, sameDay])

  test('are the next older and the next newer one', () => {
    expect(neighboursOf(posts, 3)).toEqual({ newer: summer, older: spring })
  })

  test('are missing at the ends of the list', () => {
    expect(neighboursOf(posts, 8)).toEqual({ newer: undefined, older: sameDay })
    expect(neighboursOf(posts, 1)).toEqual({ newer: sameDay, older: undefined })
  })
})

test('a feed item is the whole article, with absolute links', () => {
  const date = new Date('2025-04-22')
  const post = {
    id: 2,
    title: 'How to use it',
    shortDescription: 'In short.',
    date,
    readTime: 5,
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
