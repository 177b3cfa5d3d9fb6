/* The drawings of src/content/results, at build time. */
import { getCollection } from 'astro:content'

/** By number: those that are shown at once, and the others. Where none is marked, all are shown at once. */
export async function allResults() {
  const results = (await getCollection('results')).sort((a, b) => a.data.id - b.data.id)
  const first = results.filter(({ data }) => data.first)
  if (first.length === 0) return { first: results, others: [] }
  return { first, others: results.filter(({ data }) => !data.first) }
}
