/*
 * Keys of the list of orders: `/` searches, `j` and `k` go through the rows, `x` ticks (docs/desk-rules.md, rule
 * 21.25). They can be switched off, since speech input types letters too.
 */
import { atom } from 'nanostores'
import { deviceStorage } from '#kit/storage/device-storage.ts'

const STORAGE_KEY = 'zulf:admin-keys'

export const $areKeysOn = atom(deviceStorage.get(STORAGE_KEY) !== 'off')

export function setKeys(areOn: boolean): void {
  $areKeysOn.set(areOn)
  deviceStorage.set(STORAGE_KEY, areOn ? 'on' : 'off')
}

/** Listens until the returned function is called. */
export function startKeys(): () => void {
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

const ACTS: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLInputElement>('main input[name=search]')?.focus(),
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: () =>
    rowOf(document.activeElement)?.querySelector<HTMLInputElement>('[type=checkbox]')?.click(),
}

function onKey(event: KeyboardEvent): void {
  const act = Object.hasOwn(ACTS, event.key) ? ACTS[event.key] : undefined
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  if (!act || hasModifier || event.defaultPrevented || !$areKeysOn.get()) return
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return
  event.preventDefault()
  act()
}

function isTyping(target: EventTarget | null): boolean {
  const fields = 'textarea, select, [contenteditable], input:not([type=checkbox])'
  return target instanceof Element && target.closest(fields) !== null
}

/** Focuses the link of the row that many further, so that Enter opens the order. */
function focusRow(step: number): void {
  const ids = [...document.querySelectorAll('main [id^=order-]')]
  const row = rowOf(document.activeElement)
  const now = ids.findIndex((id) => row?.contains(id))
  const link = (now < 0 ? ids[0] : ids[now + step])?.closest('a')
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'center' })
}

function rowOf(element: Element | null): Element | undefined {
  const row = element?.closest('tr, li')
  return row?.querySelector('[id^=order-]') ? row : undefined
}
