/* The questions of src/content/faq, at build time. */
import { getCollection, render } from 'astro:content'

/** All questions in their order. `html` is for structured data. */
export async function allQuestions() {
  const entries = (await getCollection('faq')).sort((a, b) => a.data.position - b.data.position)
  return await Promise.all(
    entries.map(async (entry) => ({
      ...entry.data,
      html: entry.rendered?.html ?? '',
      Answer: (await render(entry)).Content,
    })),
  )
}

export type Question = Awaited<ReturnType<typeof allQuestions>>[number]
