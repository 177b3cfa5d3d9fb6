/* JSON-LD of an article, for search engines. */
import type { BlogPostingLeaf } from 'schema-dts'
import { LANGUAGE } from '#kit/locale.ts'
import { paths } from '#paths.ts'
import { absolute } from '#seo/page-metadata.ts'
import { publisher } from '#seo/structured-data.ts'
import { type Post, startOfDay } from './post.ts'

/** `image` is the path of its cover. */
export function articleData(post: Post, image: string): BlogPostingLeaf {
  const url = absolute(paths.article(post.id))
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    headline: post.title,
    description: post.shortDescription,
    image: absolute(image),
    datePublished: startOfDay(post.date),
    dateModified: startOfDay(post.updated ?? post.date),
    author: publisher,
    publisher,
    keywords: post.keywords,
    timeRequired: `PT${post.readTime}M`,
    inLanguage: LANGUAGE,
  }
}
