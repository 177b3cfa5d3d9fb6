import { formatMoney } from '#shared/money.ts'
import { $cart } from '../cart.store.ts'
import { type Cart, cartProblem } from '../cart.ts'
import { createLine, type DrawerLine, find } from './drawer-line.ts'

let isFilled = false

/** Shows the cart beside the page. A modal dialog, so Esc, the focus and the inert page come with it. */
export function openDrawer(): void {
  const drawer = find<HTMLDialogElement>(document, '#cart-drawer')
  if (!isFilled) keepFilled(drawer)
  isFilled = true
  if (!drawer.open) open(drawer)
}

function keepFilled(drawer: HTMLDialogElement): void {
  const lines = new Map<string, DrawerLine>()
  $cart.subscribe((cart) => {
    showLines(drawer, lines, cart)
    showTotals(drawer, cart)
  })
  drawer.addEventListener('close', takeNoticesBack)
  drawer.addEventListener('click', ({ target }) => {
    // The dialog itself is only hit beside its content: on the backdrop.
    if (target === drawer || isCloseButton(target)) drawer.close()
  })
  // Coming back to this page must not find the cart open still.
  addEventListener('pagehide', () => drawer.close())
}

/**
 * Everything outside a modal dialog is silent, live regions as well: while the drawer is open the
 * notifications stand in it.
 */
function open(drawer: HTMLDialogElement): void {
  find(drawer, '[data-drawer-notices]').append(notifications())
  drawer.showModal()
  find(drawer, 'h2').focus()
}

function takeNoticesBack(): void {
  document.body.append(notifications())
}

function notifications(): HTMLElement {
  return find(document, 'section:has(> [data-toasts])')
}

function showLines(drawer: HTMLElement, lines: Map<string, DrawerLine>, cart: Cart): void {
  const list = find(drawer, '[data-drawer-lines]')
  const wanted = new Map(cart.items.map((item) => [`${item.id} ${item.size}`, item]))
  for (const [key, { element }] of lines) {
    if (wanted.has(key)) continue
    const hadFocus = element.contains(document.activeElement)
    element.remove()
    lines.delete(key)
    if (hadFocus) find(drawer, 'h2').focus()
  }
  for (const [key, item] of wanted) {
    const line = lines.get(key) ?? createLine(item)
    if (!lines.has(key)) list.append(line.element)
    lines.set(key, line)
    line.show(item)
  }
}

function showTotals(drawer: HTMLElement, cart: Cart): void {
  const isEmpty = cart.items.length === 0
  find(drawer, '[data-drawer-lines]').hidden = isEmpty
  find(drawer, '[data-drawer-empty]').hidden = !isEmpty
  find(drawer, '[data-drawer-checkout]').hidden = isEmpty
  find(drawer, '[data-drawer-total]').textContent = formatMoney(cart.total)
  find(drawer, '[data-drawer-problem]').textContent = cartProblem(cart) ?? ''
}

function isCloseButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-drawer-close]') !== null
}
