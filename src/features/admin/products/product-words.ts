import type { Product } from '#features/catalogue/product.ts'

const SHOWN_TAGS = 3

type Described = Pick<Product, 'name' | 'description' | 'category' | 'tags'>

/** Everything a search looks at, in one case. A line end keeps one word from running into the next. */
export function productWords({ name, description, category, tags }: Described): string {
  return [name, description, category, ...tags].join('\n').toLowerCase()
}

/** The first three tags and how many more there are: "+2". */
export function shortTags(tags: readonly string[]): string[] {
  const hidden = tags.length - SHOWN_TAGS
  return hidden > 0 ? [...tags.slice(0, SHOWN_TAGS), `+${hidden}`] : [...tags]
}
