import { type CollectionEntry, getCollection } from 'astro:content'

export type Question = CollectionEntry<'faq'>
export type QuestionPage = Question['data']['pages'][number]

/** The questions of a page in their order, for its list and its structured data. */
export async function questionsOn(page: QuestionPage): Promise<Question[]> {
  const questions = await getCollection('faq', ({ data }) => data.pages.includes(page))
  return questions.sort((a, b) => a.data.position - b.data.position)
}
