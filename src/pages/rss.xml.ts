import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { settings } from '#config/settings.ts'
import { LANGUAGE } from '#kit/locale.ts'
import { paths } from '#paths.ts'
import { absolute } from '#seo/page-metadata.ts'
import { toFeedItem } from '#shop/blog/post.ts'
import { allPosts, postHtml } from '#shop/blog/posts.ts'

const self = `<atom:link href="${absolute('/rss.xml')}" rel="self" type="application/rss+xml"/>`

/** Every article in full, newest first. */
export const GET: APIRoute = async () => {
  const posts = await allPosts()
  return rss({
    title: `${settings.name}: the blog`,
    description: 'What oil does, how to use it, and when not to use it.',
    site: absolute(paths.blog),
    items: await Promise.all(posts.map(async (post) => toFeedItem(post, await postHtml(post.id)))),
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>${LANGUAGE}</language>${self}`,
  })
}
