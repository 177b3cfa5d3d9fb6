import { type CollectionEntry, getCollection } from 'astro:content'

/** The plants of the oil in the order of the label. */
export async function allIngredients(): Promise<CollectionEntry<'ingredients'>[]> {
  const entries = await getCollection('ingredients')
  return entries.sort((a, b) => a.data.position - b.data.position)
}
