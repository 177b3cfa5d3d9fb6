import { onShownFromCache } from '#kit/page-events.ts'
import { loadOnDemand } from '#kit/scripts/on-demand.ts'
import { dismissToast, followToasts, type ShownToast, showHandedOverToasts } from './toast.ts'

const loadTending = () => loadOnDemand<typeof import('./tend-toast.ts')>('tend-toast')

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
  find(element, '[data-toast-dismiss]').addEventListener('click', () => dismissToast(toast.key))
  addAction(element, toast)
  const room = reservedRoom(toast.title)
  if (room) {
    // It covers nothing, so it stays until it is dismissed.
    find(room, '[role=status]').append(element)
    room.removeAttribute('data-reserved')
    return element
  }
  find(document, `[data-toasts="${tone}"]`).append(element)
  void tend(element, toast)
  return element
}

/** Where the page has a place for the toast with this title (ToastRoom.astro). */
function reservedRoom(title: string): Element | undefined {
  const room = document.querySelector('[data-toast-room][data-reserved]')
  return room && find(room, '[data-toast-title]').textContent === title ? room : undefined
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

/** By now the sentence is on screen and announced. */
async function tend(element: HTMLElement, toast: ShownToast): Promise<void> {
  try {
    const { tendToast } = await loadTending()
    tendToast(element, toast)
  } catch {
    // It stays until it is dismissed. The next toast tries again.
  }
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
