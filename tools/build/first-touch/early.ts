/*
 * Stands in the page itself, before the first island that waits to be touched, and is all of it that
 * must be there at once. It keeps what is done in such an island, in its order (presses are held
 * back, what is typed or chosen shows as it would anyway), and fetches what the island needs when the
 * customer turns to it. If that is not to be had, what was held back happens as it does in a plain form.
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
const TOUCHES = ['pointerover', 'focusin', 'click', 'input']

// For directive.ts.
Object.assign(window, { firstTouch: watch() })

function watch(): FirstTouch {
  const kept = new Map<Element, KeptAction[]>()
  const touched = new Set<Element>()
  // Named by defer-runtime.ts; in development Astro's own script is in the page already.
  const runtime = document.currentScript?.dataset['islandRuntime']
  let tries = 0

  for (const type of TOUCHES) addEventListener(type, notice, true)
  // For a script that knows the islands to be needed: one comes near, or the address holds a filter.
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
    // The customer is told of it (ui/toaster.ts).
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
    kept.set(island, [...(kept.get(island) ?? []), { target, value, checked }])
  }

  function wake(island: Element): void {
    if (touched.has(island)) return
    touched.add(island)
    dispatchEvent(new Event('island-touched'))
    if (!runtime) return
    for (const attribute of ['renderer-url', 'component-url']) {
      const href = island.getAttribute(attribute)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      )
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
