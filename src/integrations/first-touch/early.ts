/*
 * Stands in the page itself, before the first island that waits to be touched, and is all of it that
 * must be there at once. It keeps what is done in such an island, in its order (presses are held
 * back, what is typed or chosen shows as it would anyway), and fetches what the island needs when the
 * shopper turns to it. If that is not to be had, what was held back happens as it does in a plain form.
 */
import { doPlainly, step } from './plain-form.ts'

export interface KeptAction {
  target: Element
  /** What a field held then. */
  value: string
  checked: boolean
  /** It stands in its field, but the island that should hear of it could not be fetched. */
  isPlain?: true
}

export interface FirstTouch {
  /** The islands that somebody has turned to. */
  touched: Set<Element>
  /** Gives what was done in an island, once. */
  takeKept: (island: Element) => KeptAction[]
  /** After a failure the form is left to the browser, and the next touch counts again. */
  giveUp: (island: Element) => void
}

const WAITING = 'astro-island[client=touch][ssr]'
const TOUCHES = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'input']
/** By these a person is told from a machine that only loads a page, which hears of a pointer's place too. */
const SIGNS_OF_LIFE = ['pointerdown', 'scroll', 'keydown']

// For directive.ts.
Object.assign(window, { firstTouch: watch() })

function watch(): FirstTouch {
  const kept = new Map<Element, KeptAction[]>()
  const touched = new Set<Element>()
  let tries = 0

  for (const type of TOUCHES) addEventListener(type, notice, true)
  for (const type of SIGNS_OF_LIFE) addEventListener(type, watchNearness, { once: true })
  // For a script that knows the island to be needed: the address of the catalogue holds a filter.
  addEventListener('wake-islands', () => document.querySelectorAll(WAITING).forEach(wake))
  return { touched, takeKept, giveUp }

  function takeKept(island: Element): KeptAction[] {
    const actions = kept.get(island) ?? []
    kept.delete(island)
    for (const { target } of actions) target.removeAttribute('data-kept')
    return actions
  }

  function giveUp(island: Element): void {
    touched.delete(island)
    const actions = takeKept(island)
    const undone = actions.filter(({ target, isPlain }) => !isPlain && !doPlainly(target))
    // The shopper is told of it (ui/toaster.ts).
    if (undone.length > 0) dispatchEvent(new Event('island-failed'))
    const inFields = actions.filter(({ target }) => target instanceof HTMLInputElement)
    kept.set(
      island,
      inFields.map((action) => ({ ...action, isPlain: true })),
    )
  }

  function notice(event: Event): void {
    const place = event.target
    const island = place instanceof Element && place.closest(WAITING)
    if (!island) return
    wake(island)
    // A button out of reach stands for Enter in a field, which no form needs an island for.
    const button =
      event.type === 'click' && place.closest<HTMLButtonElement>('button:not([tabindex])')
    if (!button && event.type !== 'input') return
    if (button) {
      event.preventDefault()
      event.stopPropagation()
    }
    const target = button ? (step(button) ?? hold(button)) : place
    const { value, checked } = target as HTMLInputElement
    const actions = kept.get(island) ?? []
    kept.set(island, [...actions, { target, value, checked }])
  }

  /** Once the page is complete, an island that comes within half a screen is as good as touched. */
  function watchNearness(): void {
    if (document.readyState !== 'complete') {
      addEventListener('load', watchNearness)
      return
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const island = isIntersecting && target.closest(WAITING)
          if (island) wake(island)
        }
      },
      { rootMargin: '50%' },
    )
    // The island itself has no box of its own (display: contents).
    for (const child of document.querySelectorAll(`${WAITING} > *`)) observer.observe(child)
  }

  function wake(island: Element): void {
    if (touched.has(island)) return
    touched.add(island)
    dispatchEvent(new Event('island-touched'))
    // Named by defer-runtime.ts; in development Astro's own script is in the page already.
    const runtime =
      document.querySelector<HTMLElement>('[data-island-runtime]')?.dataset['islandRuntime']
    if (!runtime) return
    for (const attribute of ['renderer-url', 'component-url']) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = island.getAttribute(attribute) ?? ''
      document.head.append(link)
    }
    // A browser remembers for good that an address failed, so each try has one of its own.
    tries += 1
    import(/* @vite-ignore */ tries === 1 ? runtime : `${runtime}?${tries}`).catch(() =>
      giveUp(island),
    )
  }
}

/** How it looks while it waits: global.css. */
function hold(button: HTMLButtonElement): HTMLButtonElement {
  button.setAttribute('data-kept', '')
  return button
}
