/* The articles of src/content/blog, at build time. */
import { getCollection, getEntry, render } from 'astro:content'
import { experimental_AstroContainer } from 'astro/container'
import { minutesToRead, newestFirst, type Post } from './post.ts'

/** Newest first. */
export async function allPosts(): Promise<Post[]> {
  const entries = await getCollection('blog')
  return newestFirst(
    entries.map(({ id, data, body = '' }) => ({
      ...data,
      id: Number(id),
      readTime: minutesToRead(body),
    })),
  )
}

/** The whole text of an article, as a component. */
export async function renderPost(id: number) {
  return await render(await entryOf(id))
}

/** The whole text of an article as HTML, with its pictures processed by the build. */
export async function postHtml(id: number): Promise<string> {
  const { Content } = await renderPost(id)
  const container = await experimental_AstroContainer.create()
  return await container.renderToString(Content)
}

async function entryOf(id: number) {
  const entry = await getEntry('blog', String(id))
  if (!entry) throw new Error(`src/content/blog/${id}.md is missing`)
  return entry
}
