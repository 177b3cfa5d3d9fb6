/*
 * Text that was typed on an admin page whose session ended, saved for this tab and filled in again when
 * the page is back. Works on the fields of the page, so that no form needs code for it.
 */
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface TypedField {
  /** Form and name of the field, and its number among those of the same name. */
  field: string
  text: string
}

const storageKey = () => `zulf:admin-tab-drafts-${location.pathname}`

const TEXT_FIELDS = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file])'

const typedIn = new Set<TextField>()

/** What was typed into fields that are not on this page yet. */
let waiting: TypedField[] = []

/** Notices what is typed, and fills in what was typed before the login as soon as its field is there. */
export function restoreTypedFields(): void {
  document.addEventListener('input', ({ target }) => {
    if ((target as Element).matches(TEXT_FIELDS)) typedIn.add(target as TextField)
  })
  const saved = tabStorage.get(storageKey())
  waiting = Array.isArray(saved) ? saved.filter(isTypedField) : []
  if (waiting.length === 0) return
  tabStorage.remove(storageKey())
  const observer = new MutationObserver(() => {
    fillIn()
    if (waiting.length === 0) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  fillIn()
}

/** Saves the typed text of the page on screen. */
export function saveTypedFields(): void {
  const typed = [...fieldsByName()]
    .filter(([, field]) => typedIn.has(field))
    .map(([field, { value: text }]) => ({ field, text }))
  const typedNames = typed.map(({ field }) => field)
  const others = waiting.filter(({ field }) => !typedNames.includes(field))
  tabStorage.set(storageKey(), [...others, ...typed])
}

function fillIn(): void {
  const fields = fieldsByName()
  waiting = waiting.filter(({ field: name, text }) => {
    const field = fields.get(name)
    // What is typed by now is newer.
    if (field && !typedIn.has(field)) fill(field, text)
    return !field
  })
}

/** As if it were typed, so that React notices. */
function fill(field: TextField, text: string): void {
  if (field.value === text) return
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  field.closest('details')?.setAttribute('open', '')
}

function fieldsByName(): Map<string, TextField> {
  const fields = new Map<string, TextField>()
  const counts = new Map<string, number>()
  for (const field of document.querySelectorAll<TextField>(TEXT_FIELDS)) {
    const form = field.form?.getAttribute('aria-label') ?? ''
    const name = `${form} ${field.name || field.getAttribute('aria-label') || field.localName}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    fields.set(`${name} ${count}`, field)
  }
  return fields
}

function isTypedField(value: unknown): value is TypedField {
  return isRecord(value) && hasStrings(value, ['field', 'text'])
}
