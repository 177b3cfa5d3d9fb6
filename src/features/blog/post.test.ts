import { describe, expect, test } from 'vitest'
import {
  isoDay,
  neighboursOf,
  newestFirst,
  postDate,
  postId,
  readingTime,
  startOfDay,
} from './post.ts'

const spring = { id: 1, date: new Date('2025-04-15') }
const summer = { id: 8, date: new Date('2025-06-03') }
const sameDay = { id: 3, date: new Date('2025-04-15') }

test('a date is a day, the same one in every zone', () => {
  expect(postDate(new Date('2025-04-29'))).toBe('Apr 29, 2025')
  expect(isoDay(new Date('2025-04-29'))).toBe('2025-04-29')
  expect(startOfDay(new Date('2025-04-29'))).toBe('2025-04-29T00:00:00+05:00')
  expect(readingTime(6)).toBe('6 min read')
})

test('the newest article comes first, and of one day the one written last', () => {
  expect(newestFirst([spring, summer, sameDay])).toEqual([summer, sameDay, spring])
})

describe('beside an article', () => {
  const posts = newestFirst([spring, summer, sameDay])

  test('lie the ones before and after it in time', () => {
    expect(neighboursOf(posts, 3)).toEqual({ newer: summer, older: spring })
  })

  test('nothing lies beyond the first and the last', () => {
    expect(neighboursOf(posts, 8)).toEqual({ newer: undefined, older: sameDay })
    expect(neighboursOf(posts, 1)).toEqual({ newer: sameDay, older: undefined })
  })
})

test('a file is named by a canonical number, or the build stops and names the file', () => {
  expect(postId('8')).toBe(8)
  for (const name of ['01', '1e0', '0', '-1', '1.5', 'how-to-oil', '']) {
    expect(() => postId(name)).toThrow(`src/content/blog/${name}.md`)
  }
})
