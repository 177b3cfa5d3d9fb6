/* Searching the printed catalogue, and what Edit and Add New Product have to say. */
import { showToast } from '#ui/toast.ts'

export function startProductSearch(): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-product]')]
  const search = document.querySelector<HTMLInputElement>('[data-product-search]')
  const nothing = document.querySelector<HTMLElement>('[data-no-products]')
  search?.addEventListener('input', show)
  show()
  for (const button of document.querySelectorAll('[data-catalogue-elsewhere]')) {
    button.addEventListener('click', sayWhereCatalogueIs)
  }

  function show(): void {
    const wanted = search?.value ?? ''
    for (const row of rows) row.hidden = !matchesSearch(row.dataset['product'] ?? '', wanted)
    nothing?.toggleAttribute('hidden', !rows.every((row) => row.hidden))
  }
}

/** Whether what was typed stands in a product's words (productWords), in any case. */
export function matchesSearch(words: string, typed: string): boolean {
  return words.includes(typed.trim().toLowerCase())
}

function sayWhereCatalogueIs(): void {
  showToast({
    title: 'The catalogue is kept in files',
    description:
      'Products are in src/content/products and prices in src/content/price-list.json. Change them there and publish the site again.',
  })
}
