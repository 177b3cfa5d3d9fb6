/*
 * The row of testimonials, endless and moved by a timer (docs/product.md, rules 9.2 and 9.3). It stays a row that the
 * browser scrolls: a step scrolls at once and lets the slides glide after, so that a finger, the keyboard and the timer
 * never work against each other.
 */
import { dotLabel } from './words.ts'

const STEP_MS = 4000
const GLIDE_MS = 800
/** How many slides are seen side by side at most. The build refuses fewer testimonials (rule 9.19). */
const CLONES = 3

const row = document.querySelector<HTMLElement>('[data-carousel-stage] ul')
const stage = row?.parentElement
const button = document.querySelector<HTMLElement>('[data-carousel-pause]')
if (row && stage && button) {
  showPosition(stage, row)
  runByItself(stage, button, () => step(row, 1))
}

/** Adds a dot for each slide, with the name there. A dot marks the slide at the left edge, and scrolls to its own. */
function showPosition(stage: HTMLElement, row: HTMLElement): void {
  const slides = [...row.children] as HTMLElement[]
  const template = stage.querySelector('template')
  const dots = slides.map((slide, index) => {
    const dot = template?.content.firstElementChild?.cloneNode(true) as HTMLElement
    const name = slide.querySelector('figcaption')?.textContent ?? ''
    dot.setAttribute('aria-label', dotLabel(index + 1, slides.length, name))
    dot.onclick = () => step(row, index - slideAtEdge(row))
    return dot
  })
  const show = () => {
    const seen = (slideAtEdge(row) + dots.length) % dots.length
    for (const [index, dot] of dots.entries())
      dot.setAttribute('aria-current', String(index === seen))
  }
  row.prepend(...slides.slice(-CLONES).map(toClone))
  row.append(...slides.slice(0, CLONES).map(toClone))
  row.scrollLeft = CLONES * slideWidth(row)
  row.addEventListener('scroll', show)
  row.addEventListener('scrollend', () => leaveClones(row))
  template?.after(...dots)
  show()
}

/** Moves the row on, or back, by so many slides. */
function step(row: HTMLElement, by: number): void {
  leaveClones(row)
  row.scrollLeft += by * slideWidth(row)
  leaveClones(row)
  if (isCalm()) return
  const start = { transform: `translateX(${by * slideWidth(row)}px)` }
  const timing = { duration: GLIDE_MS, easing: 'ease' }
  // WebKit counts the transform of a slide itself when it snaps, and stops at the next one.
  for (const slide of row.children)
    slide.firstElementChild?.animate([start, { transform: 'none' }], timing)
}

/** From a clone to the slide that it shows, which looks the same. */
function leaveClones(row: HTMLElement): void {
  const count = row.children.length - 2 * CLONES
  row.scrollLeft -= Math.floor(slideAtEdge(row) / count) * count * slideWidth(row)
}

/** Not while it is stopped by its button, is hovered or has the focus, nor while it is not seen. */
function runByItself(stage: HTMLElement, button: HTMLElement, next: () => void): void {
  const isStopped = () => button.hasAttribute('data-stopped')
  let isNear = false
  if (isCalm()) button.setAttribute('data-stopped', '')
  new IntersectionObserver((entries) => (isNear = entries.at(-1)?.isIntersecting === true)).observe(
    stage,
  )
  setInterval(() => {
    const isInUse = stage.matches(':hover') || stage.contains(document.activeElement)
    if (isNear && !isStopped() && !isInUse && document.visibilityState === 'visible') next()
  }, STEP_MS)
}

/** Below 0 and from the last slide on, clones. */
function slideAtEdge(row: HTMLElement): number {
  return Math.round(row.scrollLeft / slideWidth(row)) - CLONES
}

/** The width of a slide in pixels, with the gap. */
function slideWidth(row: HTMLElement): number {
  const [first = 0, second] = Array.from(
    row.children,
    (slide) => slide.getBoundingClientRect().left,
  )
  return second === undefined ? row.clientWidth : second - first
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
