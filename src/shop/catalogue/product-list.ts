import { describeFilter, type Filter, type FilterFacts, FORM_ID, matches } from './filter.ts'
import { startFilterForm } from './filter-form.ts'
import { countSentence } from './words.ts'

interface Card {
  element: HTMLElement
  facts: FilterFacts
}

/** Keeps the printed cards, their number and the descriptions equal to the filter. */
export function startProductList(list: HTMLElement): void {
  const cards = [...list.querySelectorAll<HTMLElement>('[data-facts]')].map(toCard)
  const form = document.querySelector<HTMLFormElement>(`#${FORM_ID}`)
  if (form) startFilterForm(form, (filter) => show(cards, filter))
}

function show(cards: Card[], filter: Filter): void {
  for (const { element, facts } of cards) element.hidden = !matches(facts, filter)
  const count = cards.filter(({ element }) => !element.hidden).length
  const description = describeFilter(filter)

  setText('[data-product-count]', countSentence(count))
  setText('[data-filter-description]', description)
  document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  document.querySelector('[data-no-products]')?.toggleAttribute('hidden', count > 0)
}

function setText(selector: string, text: string): void {
  const element = document.querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}

function toCard(element: HTMLElement): Card {
  return { element, facts: JSON.parse(element.dataset['facts'] ?? '') as FilterFacts }
}
