import { findFreePlace } from './free-place.ts'
import { onShownFromCache } from './page-events.ts'
import { dismissToast, followToasts, type ShownToast, showHandedOverToasts } from './toast.ts'

/** Long enough for two lines. Destructive toasts stay until they are dismissed. */
const SHOWN_FOR_MS = 5000

/** Of a toast with an action, for which a person decides first. */
const ACTION_SHOWN_FOR_MS = 15_000

/** Keeps the toasts on screen equal to what is to be there, and shows those the last page left. */
export function startToaster(): void {
  const shown = new Map<number, HTMLElement>()
  const section = find<HTMLElement>(document, '[data-notifications]')
  const place = () => placeToasts(section)
  // The page under the toasts moves, and islands fill it later.
  for (const type of ['scrollend', 'resize']) addEventListener(type, place)
  new ResizeObserver(place).observe(document.body)

  followToasts((toasts) => {
    for (const [key, element] of shown) {
      if (toasts.some((toast) => toast.key === key)) continue
      remove(element)
      shown.delete(key)
    }
    for (const toast of toasts) {
      if (!shown.has(toast.key)) shown.set(toast.key, add(toast))
    }
    place()
    // What the toast is about often changes the page in the same moment.
    requestAnimationFrame(place)
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
  find(element, '[data-toast-dismiss]').addEventListener('click', () => dismissToast(toast.key))
  addAction(element, toast)
  if (tone === 'plain') dismissLater(element, toast)
  find(document, `[data-toasts="${tone}"]`).append(element)
  return element
}

function addAction(element: HTMLElement, { key, action }: ShownToast): void {
  const button = find<HTMLButtonElement>(element, '[data-toast-action]')
  if (!action) {
    button.remove()
    return
  }
  button.textContent = action.label
  button.addEventListener('click', () => {
    dismissToast(key)
    action.run()
  })
}

/** The time does not run while the toast is pointed at or focused, nor in a hidden page. */
function dismissLater(element: HTMLElement, { key, action }: ShownToast): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function pause(): void {
    clearTimeout(timer)
  }
  function run(): void {
    pause()
    if (element.matches(':hover') || element.contains(document.activeElement)) return
    if (document.visibilityState === 'hidden') {
      document.addEventListener('visibilitychange', run, { once: true })
      return
    }
    timer = setTimeout(() => dismissToast(key), action ? ACTION_SHOWN_FOR_MS : SHOWN_FOR_MS)
  }
  element.addEventListener('pointerenter', pause)
  element.addEventListener('focusin', pause)
  element.addEventListener('pointerleave', run)
  element.addEventListener('focusout', run)
  run()
}

/** What toasts must not cover. */
const OBSTACLES = 'h1, h2, h3, a[href], button, input, select, textarea, summary, label'

/** The width of the style sheet, and narrower ones for a page that is full of controls. */
const WIDTHS = ['', '17rem', '13rem', '10.5rem']

/**
 * Moves the toasts to where they cover no heading and no control, from the bottom up. They stay where
 * they are while somebody points at them or has the focus in them.
 */
function placeToasts(section: HTMLElement): void {
  if (section.matches(':hover, :focus-within') || !section.querySelector('[data-toast]')) return
  const obstacles = [...document.querySelectorAll(OBSTACLES)]
    .filter((element) => !section.contains(element) && (element.checkVisibility?.() ?? true))
    .map(boxOf)
  const viewport = { width: document.documentElement.clientWidth, height: innerHeight }
  let best = { width: '', left: 0, top: 0, covered: Number.POSITIVE_INFINITY }
  for (const width of WIDTHS) {
    section.style.width = width
    const { width: inlineSize, height } = section.getBoundingClientRect()
    // A fraction of a pixel would lie on what is below.
    const size = { width: Math.ceil(inlineSize), height: Math.ceil(height) }
    const place = findFreePlace(size, viewport, obstacles)
    if (place.covered < best.covered) best = { width, ...place }
    if (best.covered === 0) break
  }
  const { width, left, top } = best
  Object.assign(section.style, { width, left: `${left}px`, top: `${top}px`, bottom: 'auto' })
}

/** Headings and labels are as wide as the page; their words may be short. */
function boxOf(element: Element): DOMRect {
  if (!element.matches('h1, h2, h3, label')) return element.getBoundingClientRect()
  const words = document.createRange()
  words.selectNodeContents(element)
  return words.getBoundingClientRect()
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
