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

/** `placed-preview.ts` reads it as well. */
const HANDED_OVER = 'toasts'

/** More would cover the page; the oldest leaves. */
const MAX_SHOWN = 3

/*
 * What is on screen. A toast shown before the toaster's script has run waits here for it. No store of
 * nanostores: most pages are only read, and would carry that for nothing else.
 */
let toasts: readonly ShownToast[] = []
let follow: (toasts: readonly ShownToast[]) => void = () => {}
let lastKey = 0

/** For the toaster only: calls back with the shown toasts, now and after each change. */
export function followToasts(follower: typeof follow): void {
  follow = follower
  follow(toasts)
}

/**
 * Replaces an equal toast: it is announced again, and equal ones do not pile up over the page. Returns
 * the key for `dismissToast`.
 */
export function showToast(toast: Toast): number {
  lastKey += 1
  const others = toasts.filter((other) => !isEqual(other, toast))
  set([...others, { ...toast, key: lastKey }].slice(-MAX_SHOWN))
  return lastKey
}

/** For a toast whose page is about to be left. Where storage is refused it is shown at once. */
export function showToastOnNextPage(toast: Omit<Toast, 'action'>): void {
  const waiting = [...handedOver(), toast]
  tabStorage.set(HANDED_OVER, waiting)
  if (handedOver().length < waiting.length) showToast(toast)
}

/** Shows what the last page left for this one, once. */
export function showHandedOverToasts(): void {
  const waiting = handedOver()
  tabStorage.remove(HANDED_OVER)
  waiting.forEach(showToast)
}

export function dismissToast(key: number): void {
  set(toasts.filter((toast) => toast.key !== key))
}

function isEqual(one: Toast, other: Toast): boolean {
  return (
    one.title === other.title && one.description === other.description && one.tone === other.tone
  )
}

function set(changed: readonly ShownToast[]): void {
  toasts = changed
  follow(toasts)
}

function handedOver(): Toast[] {
  const waiting = tabStorage.get(HANDED_OVER)
  return Array.isArray(waiting) ? waiting.filter(isToast) : []
}

function isToast(value: unknown): value is Toast {
  if (!isRecord(value) || value['title'] === '') return false
  return hasStrings({ description: '', ...value }, ['title', 'description'])
}
