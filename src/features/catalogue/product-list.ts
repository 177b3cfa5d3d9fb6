import { $filter, clearFilter, followAddress } from './filter.store.ts'
import {
  countSentence,
  describeFilter,
  type Filter,
  type FilterFacts,
  matches,
  toSearchParams,
} from './filter.ts'

interface Card {
  element: HTMLElement
  facts: FilterFacts
}

/** Keeps the printed cards, their number and the descriptions equal to the filter. */
export function startProductList(): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-facts]')].map(toCard)
  document.querySelector('[data-clear-filters]')?.addEventListener('click', clearFilter)
  followAddress()
  showInForm($filter.get())
  $filter.subscribe((filter) => {
    show(cards, filter)
    // The sidebar is printed without a filter, and must show the one that holds.
    if (toSearchParams(filter).size > 0) dispatchEvent(new Event('wake-islands'))
  })
}

/** The sidebar is printed without a filter. Its fields show the one that holds before React does. */
function showInForm(filter: Filter): void {
  const fields = document.querySelector<HTMLFormElement>('search form')?.elements
  for (const [name, value] of toSearchParams(filter)) {
    const field = fields?.namedItem(name)
    if (field instanceof HTMLInputElement) Object.assign(field, { value, checked: true })
  }
}

function show(cards: Card[], filter: Filter): void {
  for (const { element, facts } of cards) element.hidden = !matches(facts, filter)
  const count = cards.filter(({ element }) => !element.hidden).length

  setText('[data-product-count]', countSentence(count))
  setText('[data-filter-description]', describeFilter(filter))
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute('content', describeFilter(filter))
  document.querySelector('[data-no-products]')?.toggleAttribute('hidden', count > 0)
}

function setText(selector: string, text: string): void {
  const element = document.querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}

function toCard(element: HTMLElement): Card {
  return { element, facts: JSON.parse(element.dataset['facts'] ?? '') as FilterFacts }
}
