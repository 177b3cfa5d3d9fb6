/*
 * What a toast does while it is on screen: it is placed where it covers nothing, and is removed after a time
 * (docs/product.md, rule 12.4). Fetched with the first toast: most pages are read without one.
 */
import { findFreePlace, type Obstacle } from './free-place.ts'
import { dismissToast, type ShownToast } from './toast.ts'

/** Long enough for two lines. Destructive toasts stay until they are dismissed. */
const SHOWN_FOR_MS = 5000

/** Of a toast with an action, for which a person decides first. */
const ACTION_SHOWN_FOR_MS = 15_000

/** These and words in `data-no-toast` may be as wide as the page and have few words. */
const LINES = 'h1, h2, h3, legend, label, [data-no-toast]'

/** What toasts must not cover. */
const OBSTACLES = `${LINES}, a[href], button, input, select, textarea, summary`

/** Where no place is free, an edge of a field is covered before any words. */
const FIELDS = 'input, select, textarea'
const WORDS_WEIGHT = 10

/** The width of the style sheet, and narrower ones for a page that is full of controls. */
const WIDTHS = ['', '17rem', '13rem', '10.5rem', '9.5rem']

let isFollowing = false

export function tendToast(element: HTMLElement, toast: ShownToast): void {
  const section = element.closest<HTMLElement>('[data-notifications]')
  // It has been dismissed.
  if (!section) return
  if (!isFollowing) followPage(section)
  isFollowing = true
  if (toast.tone !== 'destructive') dismissLater(element, toast)
}

/**
 * Finds a place, and again as toasts come and go and the page under them moves. They stay where they are
 * while somebody points at them or has the focus in them.
 */
function followPage(section: HTMLElement): void {
  const place = () => {
    if (!isPointedAt(section) && !section.matches(':focus-within')) placeToasts(section)
  }
  for (const type of ['scrollend', 'resize']) addEventListener(type, place)
  // Islands fill the page later.
  new ResizeObserver(place).observe(document.body)
  new MutationObserver(() => {
    place()
    // What the toast is about often changes the page in the same moment.
    requestAnimationFrame(place)
  }).observe(section, { childList: true, subtree: true })
  // Also under the mouse: a toast appears over the button that was pressed before this script is there.
  placeToasts(section)
}

/** The time does not run while the toast is pointed at or focused, nor in a hidden page. */
function dismissLater(element: HTMLElement, { key, action }: ShownToast): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function pause(): void {
    clearTimeout(timer)
  }
  function run(): void {
    pause()
    if (isPointedAt(element) || element.contains(document.activeElement)) return
    if (document.visibilityState === 'hidden') {
      document.addEventListener('visibilitychange', run, { once: true })
      return
    }
    timer = setTimeout(() => dismissToast(key), action ? ACTION_SHOWN_FOR_MS : SHOWN_FOR_MS)
  }
  element.addEventListener('pointerenter', () => {
    if (isPointedAt(element)) pause()
  })
  element.addEventListener('focusin', pause)
  element.addEventListener('pointerleave', run)
  element.addEventListener('focusout', run)
  run()
}

/** By a mouse. After a tap, browsers leave `:hover` on what was touched. */
function isPointedAt(element: Element): boolean {
  return matchMedia('(hover: hover)').matches && element.matches(':hover')
}

/** Moves the toasts to where they cover no heading and no control, from the bottom up. */
function placeToasts(section: HTMLElement): void {
  if (!section.querySelector('[data-toast]')) return
  const obstacles = [...document.querySelectorAll(OBSTACLES)]
    .filter((element) => !section.contains(element) && (element.checkVisibility?.() ?? true))
    .map(obstacleOf)
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
  Object.assign(section.style, { width, translate: `${left}px ${top}px` })
}

function obstacleOf(element: Element): Obstacle {
  const { left, top, right, bottom } = boxOf(element)
  return { left, top, right, bottom, weight: element.matches(FIELDS) ? 1 : WORDS_WEIGHT }
}

function boxOf(element: Element): DOMRect {
  if (!element.matches(LINES)) return element.getBoundingClientRect()
  const words = document.createRange()
  words.selectNodeContents(element)
  return words.getBoundingClientRect()
}
