import { onShownFromCache } from './page-events.ts'
import { dismissToast, followToasts, type ShownToast, showHandedOverToasts } from './toast.ts'

/** Long enough for two lines. Destructive toasts stay until they are dismissed. */
const SHOWN_FOR_MS = 5000

/** Keeps the toasts on screen equal to what is to be there, and shows those the last page left. */
export function startToaster(): void {
  const shown = new Map<number, HTMLElement>()

  followToasts((toasts) => {
    for (const [key, element] of shown) {
      if (toasts.some((toast) => toast.key === key)) continue
      remove(element)
      shown.delete(key)
    }
    for (const toast of toasts) {
      if (!shown.has(toast.key)) shown.set(toast.key, add(toast))
    }
  })

  // A prerendered page must not take the toasts of the page that is shown next.
  if (!document.prerendering) showHandedOverToasts()
  onShownFromCache(showHandedOverToasts)
}

function add(toast: ShownToast): HTMLElement {
  const tone = toast.tone ?? 'plain'
  const template = find<HTMLTemplateElement>(document, '#toast')
  const copy = document.importNode(template.content, true)
  const element = find<HTMLElement>(copy, '[data-toast]')
  element.dataset['tone'] = tone
  find(element, '[data-toast-title]').textContent = toast.title
  find(element, '[data-toast-description]').textContent = toast.description ?? ''
  find(element, 'button').addEventListener('click', () => dismissToast(toast.key))
  if (tone === 'plain') dismissLater(element, toast.key)
  find(document, `[data-toasts="${tone}"]`).append(element)
  return element
}

/** The time does not run while the toast is pointed at or focused. */
function dismissLater(element: HTMLElement, key: number): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function pause(): void {
    clearTimeout(timer)
  }
  function run(): void {
    pause()
    if (element.matches(':hover') || element.contains(document.activeElement)) return
    timer = setTimeout(() => dismissToast(key), SHOWN_FOR_MS)
  }
  element.addEventListener('pointerenter', pause)
  element.addEventListener('focusin', pause)
  element.addEventListener('pointerleave', run)
  element.addEventListener('focusout', run)
  run()
}

/** Focus inside a toast that goes away moves to the page rather than nowhere. */
function remove(element: HTMLElement): void {
  const hadFocus = element.contains(document.activeElement)
  element.remove()
  if (hadFocus) document.querySelector<HTMLElement>('main')?.focus()
}

function find<Found extends Element>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector)
  if (!found) throw new Error(`The toaster's markup has no ${selector}`)
  return found
}
