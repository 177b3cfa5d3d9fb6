import { type CollectionEntry, getEntry } from 'astro:content'

/** A page that is not there stops the build with the name of its file. */
export async function legalPage(
  name: 'privacy' | 'returns' | 'terms',
): Promise<CollectionEntry<'legal'>> {
  const page = await getEntry('legal', name)
  if (!page) throw new Error(`src/content/legal/${name}.md is missing`)
  return page
}
