/*
 * Shows the cart where React does not: in the fallbacks of /cart and /checkout until it replaces them, and in the
 * sentences beside the checkout's islands. `data-cart` names what an element shows.
 */
import type { ReadableAtom } from 'nanostores'
import { whatsAppUrl } from '#config/whatsapp.ts'
import { formatMoney } from '#kit/money.ts'
import { printPurchase } from '#order/texts/purchase-text.ts'
import { paths } from '#paths.ts'
import { pathWithCart } from './cart.store.ts'
import type { Cart, CartItem } from './cart.ts'
import { pairOffer } from './pair-offer.ts'
import { subtotalLabel, whatIsIn } from './words.ts'

const FILLS: Record<string, (element: HTMLElement, cart: Cart) => void> = {
  filled: (element, { items }) => element.toggleAttribute('hidden', items.length === 0),
  empty: (element, { items }) => element.toggleAttribute('hidden', items.length > 0),
  reading: (element) => element.remove(),
  lines: (list, { items }) =>
    list.replaceChildren(...copies(list.querySelector('template'), items)),
  items: (element, { items }) => write(element, whatIsIn(items)),
  subtotal: (element, { items }) => write(element, subtotalLabel(items.length)),
  total: (element, { items, total }) => write(element, items.length > 0 ? formatMoney(total) : '…'),
  checkout: (link) => link.setAttribute('href', pathWithCart(paths.checkout)),
  chat: (link, cart) => {
    const text = [printPurchase(cart), link.dataset['note'] ?? []].flat().join('\n')
    link.setAttribute('href', whatsAppUrl(text) ?? paths.contact)
  },
  gift: (note, { items }) => {
    const gifts = note.dataset['gifts']?.split(' ') ?? []
    note.hidden = !items.some(({ id }) => gifts.includes(id))
  },
}

export function fillCart($cart: ReadableAtom<Cart>): void {
  $cart.subscribe((cart) => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-cart]'))
      FILLS[element.dataset['cart'] ?? '']?.(element, cart)
  })
}

/** The template, for the next change, and a copy of its line for each item. */
function copies(template: HTMLTemplateElement | null, items: CartItem[]): Node[] {
  if (!template) return []
  const lines = items.map((item) => {
    const copy = document.importNode(template.content, true)
    showLine(copy.firstElementChild, item)
    return copy
  })
  return [template, ...lines]
}

function showLine(line: Element | null, item: CartItem): void {
  const { id, name, size, image, price, quantity } = item
  const { sentence: offer = '', label: swap = '' } = pairOffer(item) ?? {}
  const sums = { price: formatMoney(price), sum: formatMoney(price * quantity) }
  for (const [part, text] of Object.entries({ name, size, ...sums, offer, swap }))
    write(line?.querySelector(`[data-line="${part}"]`), text)
  line?.setAttribute('data-units', String(quantity))
  line?.querySelector('img')?.setAttribute('src', image)
  line?.querySelector('a')?.setAttribute('href', paths.product(id))
  line?.querySelector('input')?.setAttribute('value', String(quantity))
}

function write(element: Element | null | undefined, text: string): void {
  if (element) element.textContent = text
}
