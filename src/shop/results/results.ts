/* The drawings of src/content/results, at build time. */
import { getCollection } from 'astro:content'

/** All results, sorted by number. */
export async function allResults() {
  return (await getCollection('results')).sort((a, b) => a.data.id - b.data.id)
}
