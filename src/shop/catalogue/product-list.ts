import {
  $filter,
  chooseFilter,
  clearFilter,
  followUrl,
  readFilterForm,
  refineFilter,
} from './filter.store.ts'
import {
  describeFilter,
  type Filter,
  type FilterFacts,
  FLAGS,
  FORM_ID,
  matches,
  PRICE_LIMITS,
  toSearchParams,
} from './filter.ts'
import { countSentence } from './words.ts'

/** The text fields of the form as it is printed. */
const UNFILTERED: [name: string, value: string][] = [
  ['q', ''],
  ['min', String(PRICE_LIMITS[0])],
  ['max', String(PRICE_LIMITS[1])],
]

interface Card {
  element: HTMLElement
  facts: FilterFacts
}

/** Keeps the printed cards, their number and the descriptions equal to the filter. */
export function startProductList(list: HTMLElement): void {
  const cards = [...list.querySelectorAll<HTMLElement>('[data-facts]')].map(toCard)
  const form = document.querySelector<HTMLFormElement>(`#${FORM_ID}`)
  if (form) startForm(form)
  $filter.subscribe((filter) => show(cards, filter))
}

/** Until React hydrates the form (FilterSidebar.tsx), it is filled in and read here. */
function startForm(form: HTMLFormElement): void {
  followUrl()
  fillIn(form, toSearchParams($filter.get()))
  // What was typed before this ran.
  readFilterForm(form)
  // After Back and Forward. React reads what the form holds when it hydrates.
  addEventListener('popstate', () => {
    for (const flag of FLAGS) {
      for (const field of fieldsOf(form, flag)) field.checked = false
    }
    fillIn(form, [...UNFILTERED, ...toSearchParams($filter.get())])
  })
  form.addEventListener('input', ({ target }) => {
    if (!form.closest('astro-island[ssr]')) return
    const { name, type, value } = target as HTMLInputElement
    for (const field of fieldsOf(form, name)) field.value = value
    readFilterForm(form, type === 'checkbox' ? chooseFilter : refineFilter)
  })
  form.addEventListener('reset', clearFilter)
}

function fillIn(form: HTMLFormElement, params: Iterable<[name: string, value: string]>): void {
  for (const [name, value] of params) {
    for (const field of fieldsOf(form, name)) Object.assign(field, { value, checked: true })
  }
}

/** Each end of the price range has two: a slider and a number. */
function fieldsOf(form: HTMLFormElement, name: string): Iterable<HTMLInputElement> {
  return form.querySelectorAll(`input[name="${name}"]`)
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
