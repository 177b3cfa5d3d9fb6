/* The filter of the catalogue in its form and in the URL, so that it can be shared, reloaded and gone back to. */
import { type HistoryStep, writeQuery } from '#kit/history.ts'
import { CATEGORIES } from '#product/category.ts'
import {
  type Filter,
  FLAGS,
  fromSearchParams,
  MAX_QUERY_LENGTH,
  NO_FILTER,
  PRICE_LIMITS,
  toSearchParams,
} from './filter.ts'

/** Calls back with the filter, now and after each change. */
export function startFilterForm(form: HTMLFormElement, follow: (filter: Filter) => void): void {
  let filter = withTyped(form, filterOfUrl())

  function show(next: Filter, typedIn?: Element | null): void {
    filter = next
    fillIn(form, filter, typedIn)
    follow(filter)
  }

  function change(part: Partial<Filter>, how: HistoryStep, typedIn?: Element): void {
    const before = toSearchParams(filter).toString()
    show({ ...filter, ...part }, typedIn)
    const params = toSearchParams(filter)
    if (params.toString() !== before) writeQuery(params, how)
  }

  show(filter, document.activeElement)
  writeQuery(toSearchParams(filter), 'replace')
  addEventListener('popstate', () => show(filterOfUrl()))
  form.addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement
    // What is pressed is a step that Back undoes. What is typed or dragged is none.
    change(partOf(field, filter), field.type === 'checkbox' ? 'push' : 'replace', field)
  })
  // What is half typed goes.
  form.addEventListener('focusout', () => fillIn(form, filter))
  form.addEventListener('reset', (event) => {
    event.preventDefault()
    change(NO_FILTER, 'push')
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const { submitter } = event
    if (!submitter?.hasAttribute('aria-pressed')) return
    const pressed = CATEGORIES.find((category) => category === submitter.getAttribute('value'))
    // Pressing the chosen one again clears it.
    change({ category: pressed === filter.category ? undefined : pressed }, 'push')
  })
}

function filterOfUrl(): Filter {
  return fromSearchParams(new URLSearchParams(location.search))
}

/** The filter of the URL with what was typed and ticked before this ran. */
function withTyped(form: HTMLFormElement, filter: Filter): Filter {
  for (const [name, value] of toSearchParams(filter)) {
    for (const field of fieldsOf(form, name)) Object.assign(field, { value, checked: true })
  }
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return { ...fromSearchParams(new URLSearchParams(typed)), category: filter.category }
}

/** What a field says. Nothing while it has half a number, or one beyond the other end of the range. */
function partOf(field: HTMLInputElement, { priceRange }: Filter): Partial<Filter> {
  const { name, value, valueAsNumber, validity, checked } = field
  const [lowest, highest] = priceRange
  if (name === 'q') return { searchQuery: value.slice(0, MAX_QUERY_LENGTH) }
  if (name !== 'min' && name !== 'max') return { [name]: checked }
  if (!validity.valid || !Number.isInteger(valueAsNumber)) return {}
  return name === 'min'
    ? { priceRange: [Math.min(valueAsNumber, highest), highest] }
    : { priceRange: [lowest, Math.max(valueAsNumber, lowest)] }
}

/** A number that is being typed stays as it is. */
function fillIn(form: HTMLFormElement, filter: Filter, typedIn?: Element | null): void {
  const { searchQuery, category, priceRange } = filter
  const [lowest, highest] = priceRange
  for (const field of fieldsOf(form, 'q')) field.value = searchQuery
  for (const flag of FLAGS) {
    for (const field of fieldsOf(form, flag)) field.checked = filter[flag]
  }
  for (const button of form.querySelectorAll('[aria-pressed]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('value') === category))
  }
  for (const field of fieldsOf(form, 'min')) fillInPrice(field, lowest, { max: highest }, typedIn)
  for (const field of fieldsOf(form, 'max')) fillInPrice(field, highest, { min: lowest }, typedIn)
  showRange(form, lowest, highest)
}

/** Each end of the range has two fields: a slider, and a number that the other end limits. */
function fillInPrice(
  field: HTMLInputElement,
  price: number,
  limit: object,
  typedIn?: Element | null,
): void {
  if (field.type === 'number') Object.assign(field, limit)
  if (field.type !== 'number' || field !== typedIn) field.value = String(price)
}

function showRange(form: HTMLFormElement, lowest: number, highest: number): void {
  const [least, most] = PRICE_LIMITS
  const percent = (price: number) => `${(100 * price) / (most - least)}%`
  const bar = form.querySelector('[data-price-range]')
  bar?.setAttribute('x', percent(lowest - least))
  bar?.setAttribute('width', percent(highest - lowest))
  // Where both thumbs lie at the far end, only the lower one can still move.
  const lower = form.querySelector('[type=range][name=min]')
  lower?.classList.toggle('z-10', lowest > (least + most) / 2)
}

function fieldsOf(form: HTMLFormElement, name: string): Iterable<HTMLInputElement> {
  return form.querySelectorAll(`input[name="${name}"]`)
}
