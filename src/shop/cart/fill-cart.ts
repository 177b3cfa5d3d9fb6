/* Shows the cart where React does not: in fallbacks until it replaces them, and beside the islands of the checkout. */
import type { ReadableAtom } from 'nanostores'
import { whatsAppUrl } from '#config/whatsapp.ts'
import { formatMoney } from '#kit/money.ts'
import { formatPurchase } from '#order/texts/purchase-text.ts'
import { paths } from '#paths.ts'
import { isGift } from '#product/price-list.ts'
import { pathWithCart } from './cart.store.ts'
import { type Cart, type CartItem, lineId } from './cart.ts'
import { removeFromCart, setQuantity, swapForPair } from './change-cart.store.ts'
import { pairOffer } from './pair-offer.ts'
import { subtotalLabel, whatIsIn } from './words.ts'

const FILLS: Record<string, (element: HTMLElement, cart: Cart) => void> = {
  reading: (element) => element.remove(),
  empty: (element, { items }) => element.toggleAttribute('hidden', items.length > 0),
  filled: (element, { items }) => element.toggleAttribute('hidden', items.length === 0),
  gift: (note, { items }) => note.toggleAttribute('hidden', !items.some(isGift)),
  lines: showLines,
  items: (element, { items }) => write(element, whatIsIn(items)),
  subtotal: (element, { items }) => write(element, subtotalLabel(items.length)),
  total: (element, { items, total }) => write(element, items.length > 0 ? formatMoney(total) : '…'),
  checkout: (link) => link.setAttribute('href', pathWithCart(paths.checkout)),
  chat: (link, cart) => {
    const url = whatsAppUrl(formatPurchase(cart) + (link.dataset['note'] ?? ''))
    if (url) link.setAttribute('href', url)
  },
}

export function fillCart($cart: ReadableAtom<Cart>): void {
  $cart.subscribe((cart) => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-cart]'))
      FILLS[element.dataset['cart'] ?? '']?.(element, cart)
  })
}

/** Copies of the list's template, which stays for the next change. */
function showLines(list: HTMLElement, { items }: Cart): void {
  const template = list.querySelector('template')
  if (!template) return
  const copies = items.map((item) => [document.importNode(template.content, true), item] as const)
  for (const [copy, item] of copies) showLine(copy, item)
  const focused = buttonsIn(list).indexOf(document.activeElement as HTMLButtonElement)
  list.replaceChildren(template, ...copies.map(([copy]) => copy))
  buttonsIn(list)[focused]?.focus()
}

function showLine(line: DocumentFragment, item: CartItem): void {
  const { sentence: offer = '', label: swap = '' } = pairOffer(item) ?? {}
  const sum = formatMoney(item.price * item.quantity)
  const texts = { ...item, price: formatMoney(item.price), sum, offer, swap }
  for (const [part, text] of Object.entries(texts))
    write(line.querySelector(`[data-line="${part}"]`), String(text))
  line.querySelector('[data-units]')?.setAttribute('data-units', String(item.quantity))
  for (const box of line.querySelectorAll('[data-offer]'))
    box.toggleAttribute('hidden', offer === '')
  line.querySelector('img')?.setAttribute('src', item.image)
  line.querySelector('a')?.setAttribute('href', paths.product(item.id))
  line.querySelector('a')?.setAttribute('id', lineId(item))
  for (const described of line.querySelectorAll('[aria-describedby]'))
    described.setAttribute('aria-describedby', lineId(item))
  startLine(line, item)
}

/**
 * The buttons change the cart until React is there, each by its `data-button`. The field is disabled: React would drop
 * what is half typed.
 */
function startLine(line: DocumentFragment, item: CartItem): void {
  const { id, size, quantity } = item
  const field = line.querySelector('input')
  field?.setAttribute('value', String(quantity))
  field?.setAttribute('disabled', '')
  const presses: Record<string, (event: MouseEvent) => void> = {
    less: () => setQuantity(id, size, quantity - 1),
    more: () => setQuantity(id, size, quantity + 1),
    // The second press of a double click would remove the next line.
    remove: ({ detail }) => detail < 2 && removeFromCart(id, size),
    swap: () => swapForPair(item),
  }
  for (const button of buttonsIn(line))
    button.onclick = presses[button.dataset['button'] ?? ''] ?? null
  line.querySelector('[data-button="less"]')?.toggleAttribute('disabled', quantity === 1)
  line.querySelector('[data-button="remove"]')?.setAttribute('aria-label', `Remove ${item.name}`)
}

function buttonsIn(root: ParentNode): HTMLButtonElement[] {
  return [...root.querySelectorAll('button')]
}

function write(element: Element | null | undefined, text: string): void {
  if (element) element.textContent = text
}
