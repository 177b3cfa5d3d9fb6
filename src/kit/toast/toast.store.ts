import { atom, type ReadableAtom } from 'nanostores'
import { hasStrings, isRecord } from '#kit/json.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'

export interface Toast {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  /** A button beside the text, which also dismisses the toast. */
  action?: { label: string; run: () => void }
}

export interface ShownToast extends Toast {
  key: number
}

const HANDED_OVER = 'toasts'

/** More toasts would cover the page. The oldest one leaves. */
const MAX_SHOWN = 3

const $shown = atom<readonly ShownToast[]>([])
let lastKey = 0
/** Whether this page is being left for one that shows its toasts. */
let isLeft = false

/** What `Toasts.tsx` shows. On a page without that island a toast is not seen: use `showToastOnNextPage`. */
export const $toasts: ReadableAtom<readonly ShownToast[]> = $shown

/**
 * Replaces an equal toast: it is announced again, and equal ones do not pile up over the page. Returns
 * the key for `dismissToast`.
 */
export function showToast(toast: Toast): number {
  lastKey += 1
  const others = $shown.get().filter((other) => !isEqual(other, toast))
  $shown.set([...others, { ...toast, key: lastKey }].slice(-MAX_SHOWN))
  return lastKey
}

/**
 * For a toast whose page is about to be left: the next page with `Toasts.tsx` shows it. Where storage is refused, this
 * one does.
 */
export function showToastOnNextPage(toast: Omit<Toast, 'action'>): void {
  const waiting = [...handedOver(), toast]
  tabStorage.set(HANDED_OVER, waiting)
  isLeft = true
  if (handedOver().length < waiting.length) showToast(toast)
}

/**
 * Shows what the last page left for this one, once. A page that is being left may hydrate only then: it shows nothing,
 * unless it comes back from the back/forward cache.
 */
export function showHandedOverToasts({ isBack = false } = {}): void {
  if (isLeft && !isBack) return
  isLeft = false
  const waiting = handedOver()
  tabStorage.remove(HANDED_OVER)
  waiting.forEach(showToast)
}

export function dismissToast(key: number): void {
  $shown.set($shown.get().filter((toast) => toast.key !== key))
}

function isEqual(one: Toast, other: Toast): boolean {
  return (
    one.title === other.title && one.description === other.description && one.tone === other.tone
  )
}

function handedOver(): Toast[] {
  const waiting = tabStorage.get(HANDED_OVER)
  return Array.isArray(waiting) ? waiting.filter(isToast) : []
}

function isToast(value: unknown): value is Toast {
  if (!isRecord(value) || value['title'] === '') return false
  return hasStrings({ description: '', ...value }, ['title', 'description'])
}
