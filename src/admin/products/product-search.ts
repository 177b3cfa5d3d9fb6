/* The search of the admin's list of products, and what Edit and Add New Product say. */

import { showToast } from '#kit/toast/toast.store.ts'
import type { Product } from '#product/product.ts'

const MAX_SHOWN_TAGS = 3

type SearchedProduct = Pick<Product, 'name' | 'description' | 'category' | 'tags'>

/** Everything that a search looks at, in lower case. A line end separates the parts. */
export function searchText({ name, description, category, tags }: SearchedProduct): string {
  return [name, description, category, ...tags].join('\n').toLowerCase()
}

/** Whether what was typed stands in a product's `searchText`, in any case. */
export function matchesSearch(text: string, typed: string): boolean {
  return text.includes(typed.trim().toLowerCase())
}

/** The first three tags and how many more there are: "+2". */
export function shortTags(tags: readonly string[]): string[] {
  const hiddenCount = tags.length - MAX_SHOWN_TAGS
  return hiddenCount > 0 ? [...tags.slice(0, MAX_SHOWN_TAGS), `+${hiddenCount}`] : [...tags]
}

export function startProductSearch(search: HTMLInputElement): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-product]')]
  const empty = document.querySelector<HTMLElement>('[data-no-products]')
  search.addEventListener('input', show)
  show()

  function show(): void {
    const typed = search.value
    for (const row of rows) row.hidden = !matchesSearch(row.dataset['product'] ?? '', typed)
    empty?.toggleAttribute('hidden', !rows.every((row) => row.hidden))
  }
}

export function showCatalogueToastOnPress(button: HTMLElement): void {
  button.addEventListener('click', () =>
    showToast({
      title: 'The catalogue is kept in files',
      description:
        'Products are in src/content/products and prices in src/content/price-list.json. Change them there and publish the site again.',
    }),
  )
}
