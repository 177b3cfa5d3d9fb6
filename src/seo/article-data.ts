import type { BlogPosting } from 'schema-dts'
import { paths } from '#paths.ts'
import { type Post, startOfDay } from '../features/blog/post.ts'
import { absolute } from './absolute.ts'
import { publisher } from './organization-data.ts'

/** An article. `image` is the path of its cover. */
export function articleData(post: Post, image: string): BlogPosting {
  const address = absolute(paths.article(post.id))
  return {
    '@type': 'BlogPosting',
    '@id': `${address}#article`,
    mainEntityOfPage: address,
    headline: post.title,
    description: post.shortDescription,
    image: absolute(image),
    datePublished: startOfDay(post.date),
    dateModified: startOfDay(post.updated ?? post.date),
    author: publisher,
    publisher,
    keywords: post.keywords,
    timeRequired: `PT${post.readTime}M`,
    inLanguage: 'en',
  }
}
