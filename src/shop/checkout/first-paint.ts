/*
 * What the checkout shows and does until React has hydrated it. Stands in the page (checkout.astro), so that
 * the sums of the saved cart are there at the first paint, whatever the network does.
 */

import { formatMoney } from '#kit/money.ts'
import { loadOnDemand } from '#kit/scripts/on-demand.ts'
import { printPurchase } from '#order/texts/purchase-text.ts'
import { paths } from '#paths.ts'
import type { Cart, CartItem } from '#shop/cart/cart.ts'
import { cartWithUrl } from '#shop/cart/lines-in-url.ts'
import { pairOffer } from '#shop/cart/pair-offer.ts'

const cart = cartWithUrl(new URLSearchParams(location.search))
const form = find<HTMLFormElement>('#checkout-form')
const button = find<HTMLButtonElement>('[type=submit][form=checkout-form]')
const label = button.textContent

/** Whether the order is on its way without React. */
let isSent = false

if (cart.items.length > 0) showCart(cart)
addEventListener('submit', takePress)
addEventListener('scripts-missing', offerWhatsApp)

function showCart({ items, total }: Cart): void {
  for (const sum of document.querySelectorAll('[data-first-sum]'))
    sum.textContent = formatMoney(total)
  find('[data-first-lines]').append(...items.map(lineOf))
  find('[data-first-offers]').append(...items.flatMap(offerOf))
}

/** As `CartLine.tsx` shows it. */
function lineOf(item: CartItem): Node {
  const line = document.importNode(find<HTMLTemplateElement>('#first-line').content, true)
  find<HTMLImageElement>('img', line).src = item.image
  const name = find<HTMLAnchorElement>('a', line)
  name.href = paths.product(item.id)
  name.textContent = item.name
  find('a + p', line).textContent = item.size
  find('[data-line-sum]', line).textContent = formatMoney(item.price * item.quantity)
  find('input', line).setAttribute('value', String(item.quantity))
  return line
}

/** As `PairOffers.tsx` shows it. */
function offerOf(item: CartItem): Node[] {
  const offer = pairOffer(item)
  if (!offer) return []
  const copy = document.importNode(find<HTMLTemplateElement>('#first-offer').content, true)
  find('p', copy).textContent = offer.sentence
  find('button', copy).textContent = offer.label
  return [copy]
}

/**
 * Sent by the browser itself, the form would put the address of a customer into the URL. A complete form is sent
 * without React, which shows what is missing in any other.
 */
function takePress(event: SubmitEvent): void {
  const island = form.closest('astro-island')
  if (event.target !== form || !island?.hasAttribute('ssr')) return
  event.preventDefault()
  if (button.getAttribute('aria-disabled')) return
  setButton('Processing...', true)
  island.addEventListener('astro:hydrate', sendByReact, { once: true })
  addEventListener('scripts-missing', () => setButton(label, false), { once: true })
  void sendEarly(island)
}

/** React replaces the label. */
function sendByReact(): void {
  button.removeAttribute('aria-disabled')
  if (!isSent) button.click()
}

async function sendEarly(island: Element): Promise<void> {
  try {
    const { submitForm } = await loadOnDemand<typeof import('./early-press.ts')>('placing')
    if (island.hasAttribute('ssr')) isSent = submitForm(form)
  } catch (error) {
    console.error('The order waits for React', error)
  }
}

function setButton(text: string, isBusy: boolean): void {
  find('span', button).textContent = text
  if (isBusy) button.setAttribute('aria-disabled', 'true')
  else button.removeAttribute('aria-disabled')
}

/**
 * In place of the button, with the cart and what is typed at the press. Not for an order that is on its way: its
 * message would be a second one, and another press repeats the first.
 */
function offerWhatsApp(): void {
  if (isSent || !form.closest('astro-island[ssr]')) return
  const wasPressed = button.hasAttribute('aria-disabled') || document.activeElement === button
  button.hidden = true
  const notice = find('[data-order-elsewhere]')
  notice.hidden = false
  if (wasPressed) notice.scrollIntoView({ block: 'center' })
  const link = notice.querySelector<HTMLAnchorElement>('a[href^="https://wa.me"]')
  link?.addEventListener('click', () => {
    const url = new URL(link.href)
    url.searchParams.set('text', orderText())
    link.href = url.href
  })
}

function orderText(): string {
  const inputs = form.querySelectorAll<HTMLInputElement>('input:not([type=radio]), textarea')
  const typed = [...inputs].flatMap((input) => {
    const text = input.value.trim()
    return text ? [`${input.labels?.[0]?.textContent ?? ''}: ${text}`] : []
  })
  return [printPurchase(cart), ...typed].join('\n')
}

function find<Found extends HTMLElement>(selector: string, root: ParentNode = document): Found {
  const found = root.querySelector<Found>(selector)
  if (!found) throw new Error(`The checkout has no ${selector}`)
  return found
}
