/*
 * The row of testimonials, endless and moved by a timer (docs/product.md, rules 9.2 and 9.3). It stays
 * a row that the browser scrolls: a step scrolls at once and lets the slides glide after, so that a
 * finger, the keyboard and the timer never work against each other.
 */
import { dotLabel, PAUSE, PLAY } from './words.ts'

const STEP_MS = 4000
const GLIDE_MS = 800
/** As many as are seen side by side at most. */
const CLONES = 3

export function startCarousel(carousel: HTMLElement): void {
  const stage = carousel.querySelector<HTMLElement>('[data-carousel-stage]')
  const row = stage?.querySelector<HTMLElement>('ul')
  const holder = stage?.querySelector<HTMLElement>('[data-carousel-dots]')
  const button = carousel.querySelector<HTMLElement>('[data-carousel-pause]')
  if (!stage || !row || !holder || !button) return

  const dots = addDots(holder, [...row.children])
  const step = makeEndless(row)
  showPosition(row, step, dots)
  runByItself(stage, button, () => step(1))
}

/** Adds a dot for each slide, with its number and the name there. */
function addDots(holder: HTMLElement, slides: Element[]): Element[] {
  const template = holder.querySelector('template')
  return slides.flatMap((slide, index) => {
    const dot = template?.content.firstElementChild?.cloneNode(true) as Element | undefined
    if (!dot) return []
    const name = slide.querySelector('figcaption')?.textContent ?? ''
    dot.setAttribute('aria-label', dotLabel(index + 1, slides.length, name))
    if (index === 0) dot.setAttribute('aria-current', 'true')
    holder.append(dot)
    return dot
  })
}

/** Gives what moves the row on, or back, by so many slides. */
function makeEndless(row: HTMLElement): (by: number) => void {
  const slides = [...row.children] as HTMLElement[]
  row.prepend(...slides.slice(-CLONES).map(toClone))
  row.append(...slides.slice(0, CLONES).map(toClone))
  row.scrollLeft = CLONES * slideWidth(row)
  row.addEventListener('scrollend', leaveClones)

  /** From a clone to the slide that it shows, which looks the same. */
  function leaveClones(): void {
    const round = Math.floor(slideAtEdge(row) / slides.length)
    if (round !== 0) row.scrollLeft -= round * slides.length * slideWidth(row)
  }

  return (by) => {
    leaveClones()
    row.scrollLeft += by * slideWidth(row)
    leaveClones()
    if (isCalm()) return
    const start = { transform: `translateX(${by * slideWidth(row)}px)` }
    const timing = { duration: GLIDE_MS, easing: 'ease' }
    // WebKit counts the transform of a slide itself when it snaps, and stops at the next one.
    for (const slide of row.children)
      slide.firstElementChild?.animate([start, { transform: 'none' }], timing)
  }
}

/** A dot marks the slide at the left edge, and scrolls to its own. */
function showPosition(row: HTMLElement, step: (by: number) => void, dots: Element[]): void {
  for (const [index, dot] of dots.entries()) {
    dot.addEventListener('click', () => step(index - slideAtEdge(row)))
  }
  row.addEventListener('scroll', () => {
    const seen = (slideAtEdge(row) + dots.length) % dots.length
    for (const [index, dot] of dots.entries()) {
      if (index === seen) dot.setAttribute('aria-current', 'true')
      else dot.removeAttribute('aria-current')
    }
  })
}

/** False while it is hovered or has the focus, and while it is not visible. */
function runByItself(stage: HTMLElement, button: HTMLElement, next: () => void): void {
  let isPaused = isCalm()
  let timer: ReturnType<typeof setInterval> | undefined

  function update(): void {
    clearInterval(timer)
    button.textContent = isPaused ? PLAY : PAUSE
    const isInUse = stage.matches(':hover') || stage.contains(document.activeElement)
    const isSeen = document.visibilityState === 'visible'
    if (!isPaused && !isInUse && isSeen) timer = setInterval(next, STEP_MS)
  }

  button.addEventListener('click', () => {
    isPaused = !isPaused
    update()
  })
  for (const event of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
    stage.addEventListener(event, update)
  }
  document.addEventListener('visibilitychange', update)
  update()
}

/** Below 0 and from the last slide on, clones. */
function slideAtEdge(row: HTMLElement): number {
  return Math.round(row.scrollLeft / slideWidth(row)) - CLONES
}

/** In pixels, with the gap. */
function slideWidth(row: HTMLElement): number {
  const [first, second] = row.children
  if (!first || !second) return row.clientWidth
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left
}

/** A copy of a slide, hidden from screen readers and the keyboard. */
function toClone(slide: HTMLElement): HTMLElement {
  const clone = slide.cloneNode(true) as HTMLElement
  clone.inert = true
  clone.setAttribute('aria-hidden', 'true')
  return clone
}

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
