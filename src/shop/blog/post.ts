import type { RSSFeedItem } from '@astrojs/rss'
import { zoneOffset } from '#kit/iso-time.ts'
import { LOCALE } from '#kit/locale.ts'
import { paths } from '#paths.ts'
import { withAbsoluteLinks } from '#seo/page-metadata.ts'
import type { PostFields } from './blog.schema.ts'

/** An article without its text, which posts.ts renders. */
export interface Post extends PostFields {
  /** A positive integer. The URL is `/blog/{id}`. */
  id: number
  /** Minutes, by `minutesToRead`. */
  readTime: number
}

/** The next older and the next newer article. */
export interface Neighbours<Dated> {
  older: Dated | undefined
  newer: Dated | undefined
}

const shortDate = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })

/** `Apr 29, 2025`. */
export function postDate(date: Date): string {
  return shortDate.format(date)
}

/** `2025-04-29`. */
export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** `2025-04-29T00:00:00+05:00`: the moment at which the day begins in the shop's time zone. */
export function startOfDay(date: Date): string {
  return `${utcDay(date)}T00:00:00${zoneOffset(date)}`
}

/** For people whose second language is English. */
const WORDS_PER_MINUTE = 170

/** How long a text takes to read. */
export function minutesToRead(text: string): number {
  const words = text.match(/[\p{L}\p{N}'’]+/gu) ?? []
  return Math.max(1, Math.round(words.length / WORDS_PER_MINUTE))
}

export function readingTime(minutes: number): string {
  return `${minutes} min read`
}

export function newestFirst<Dated extends Pick<Post, 'id' | 'date'>>(
  posts: readonly Dated[],
): Dated[] {
  return posts.toSorted((a, b) => b.date.getTime() - a.date.getTime() || b.id - a.id)
}

/** `posts` are newest first. */
export function neighboursOf<Dated extends Pick<Post, 'id'>>(
  posts: readonly Dated[],
  id: number,
): Neighbours<Dated> {
  const index = posts.findIndex((post) => post.id === id)
  return { newer: posts[index - 1], older: index < 0 ? undefined : posts[index + 1] }
}

/** An item of the RSS feed. `html` is the whole text. */
export function toFeedItem(post: Omit<Post, 'cover'>, html: string): RSSFeedItem {
  return {
    title: post.title,
    link: paths.article(post.id),
    pubDate: post.date,
    description: post.shortDescription,
    content: withAbsoluteLinks(html),
    categories: post.keywords,
  }
}
