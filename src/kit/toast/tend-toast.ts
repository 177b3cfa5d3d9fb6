/*
 * What toasts do while they are on screen: the page is scrolled where they would cover what a person is
 * busy with, and they leave after a time (docs/product.md, rules 12.4 and 12.25). Fetched with the
 * first toast: most pages are read without one.
 */
import { dismissToast, type ShownToast } from './toast.ts'

/** Long enough for two lines. Destructive toasts stay until they are dismissed. */
const SHOWN_FOR_MS = 5000

/** Of a toast with an action, for which a person decides first. */
const ACTION_SHOWN_FOR_MS = 15_000

/** Between a toast and what it must not cover, in pixels. */
const GAP = 8

/** Sentences that a page shows after a press, and words that change all the time. */
const SENTENCES = '[role=alert], [role=status], [data-no-toast]'

/** Bars that stand at the foot of the screen. */
const BARS = '.admin-tabs, .bottom-bar, .action-bar'

let isFollowing = false

export function tendToast(element: HTMLElement, toast: ShownToast): void {
  const section = element.closest<HTMLElement>('[data-notifications]')
  // It has been dismissed.
  if (!section) return
  if (!isFollowing) followPage(section)
  isFollowing = true
  if (toast.tone !== 'destructive') dismissLater(element, section, toast)
}

/** Reserves the room of the toasts, and keeps them off what a person is busy with. */
function followPage(section: HTMLElement): void {
  const update = (sentences?: Iterable<Element | null>) => {
    reserve(section)
    clearOf(section, sentences)
  }
  const updateAll = () => update(document.querySelectorAll(SENTENCES))
  for (const type of ['focusin', 'input']) addEventListener(type, () => update())
  addEventListener('resize', updateAll)
  new ResizeObserver(updateAll).observe(section)
  // What a toast is about often changes the page a moment later.
  new MutationObserver((changes) => {
    if (hasToast(section)) update(new Set(changes.map(({ target }) => sentenceAround(target))))
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
  updateAll()
}

/** Above the bars, and with as much room below the page as the toasts take. */
function reserve(section: HTMLElement): void {
  const foot = Math.max(
    0,
    ...Array.from(document.querySelectorAll<HTMLElement>(BARS), heightAtFoot),
  )
  section.style.setProperty('--foot', `${foot}px`)
  const isInPage = hasToast(section) && !section.closest('dialog')
  const { style } = document.documentElement
  style.paddingBottom = isInPage
    ? `${Math.ceil(innerHeight - section.getBoundingClientRect().top)}px`
    : ''
  // More would leave no room for what gets the focus.
  style.scrollPaddingBottom = style.paddingBottom && `min(${style.paddingBottom}, 50vh)`
}

/**
 * How far a bar reaches up from the foot of the screen where it sticks. The room of the toasts lifts the bar that ends a
 * page; a room that followed it there would move it from under a press.
 */
function heightAtFoot(bar: HTMLElement): number {
  const { position, bottom } = getComputedStyle(bar)
  const isSticking = bar.offsetHeight > 0 && position !== 'static'
  return isSticking ? Number.parseFloat(bottom) + bar.offsetHeight : 0
}

/**
 * Scrolls the page so that the toasts cover neither what has the focus, its hint, nor these sentences. Where
 * there is no room for both, those leave that report no error.
 */
function clearOf(section: HTMLElement, sentences: Iterable<Element | null> = []): void {
  if (!hasToast(section) || section.closest('dialog')) return
  const box = section.getBoundingClientRect()
  const focused = document.activeElement
  const hints = focused?.getAttribute('aria-describedby')?.split(' ') ?? []
  const busy = [focused, ...hints.map((id) => document.getElementById(id)), ...sentences]
  const covered = busy.filter(
    (element): element is Element => element !== null && isUnder(element, box, section),
  )
  const overlap = Math.max(0, ...covered.map((element) => wordsOf(element).bottom - box.top + GAP))
  if (overlap === 0) return
  const head = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const room = Math.min(...covered.map((element) => wordsOf(element).top)) - Math.max(0, head)
  scrollBy({ top: Math.min(overlap, Math.max(0, room)), behavior: 'instant' })
  if (covered.some((element) => isUnder(element, box, section)))
    section.querySelector<HTMLButtonElement>('[data-tone=plain] [data-toast-dismiss]')?.click()
}

function isUnder(element: Element, box: DOMRect, section: HTMLElement): boolean {
  if (element === document.body || element.matches('main') || section.contains(element))
    return false
  const { left, top, right, bottom, width, height } = wordsOf(element)
  return (
    width * height > 0 &&
    left < box.right &&
    right > box.left &&
    top < box.bottom &&
    bottom > box.top
  )
}

/** A sentence may stand in a box as wide as the page. */
function wordsOf(element: Element): DOMRect {
  if (!element.matches(SENTENCES)) return element.getBoundingClientRect()
  const words = document.createRange()
  words.selectNodeContents(element)
  return words.getBoundingClientRect()
}

function sentenceAround(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest(SENTENCES) ?? element?.querySelector(SENTENCES) ?? null
}

function hasToast(section: HTMLElement): boolean {
  return section.querySelector('[data-toast]') !== null
}

/** The time does not run while a toast is pointed at or focused, which would move, nor in a hidden page. */
function dismissLater(element: HTMLElement, section: HTMLElement, toast: ShownToast): void {
  const time = toast.action ? ACTION_SHOWN_FOR_MS : SHOWN_FOR_MS
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  function run(): void {
    clearTimeout(timer)
    if (!element.isConnected) end.abort()
    const isInUse = isPointedAt(section) || section.contains(document.activeElement)
    if (end.signal.aborted || isInUse || document.visibilityState === 'hidden') return
    timer = setTimeout(() => dismissToast(toast.key), time)
  }
  for (const type of ['pointerover', 'pointerout', 'focusin', 'focusout'])
    section.addEventListener(type, run, end)
  document.addEventListener('visibilitychange', run, end)
  run()
}

/** By a mouse. After a tap, browsers leave `:hover` on what was touched. */
function isPointedAt(element: Element): boolean {
  return matchMedia('(hover: hover)').matches && element.matches(':hover')
}
