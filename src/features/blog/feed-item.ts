import type { RSSFeedItem } from '@astrojs/rss'
import { paths } from '#paths.ts'
import { withAbsoluteLinks } from '#seo/absolute.ts'
import type { Post } from './post.ts'

/** An article for feed readers, with its whole text. */
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
