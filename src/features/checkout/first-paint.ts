/*
 * What the checkout shows and does until React has hydrated it. Stands in the page (checkout.astro), so that
 * the sums of the saved cart are there at the first paint, whatever the network does.
 */
import type { Cart, CartItem } from '#features/cart/cart.ts'
import { cartWithUrl } from '#features/cart/lines-in-url.ts'
import { printPurchase } from '#features/orders/purchase-text.ts'
import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'

const cart = cartWithUrl(new URLSearchParams(location.search))
const form = find<HTMLFormElement>('#checkout-form')
const button = find<HTMLButtonElement>('[type=submit][form=checkout-form]')

if (cart.items.length > 0) showCart(cart)
addEventListener('submit', holdPress)
addEventListener('scripts-missing', offerWhatsApp)

function showCart({ items, total }: Cart): void {
  for (const sum of document.querySelectorAll('[data-first-sum]'))
    sum.textContent = formatMoney(total)
  find('[data-first-lines]').append(...items.map(lineOf))
}

/** As `CartLine.tsx` shows it. */
function lineOf(item: CartItem): Node {
  const line = document.importNode(find<HTMLTemplateElement>('#first-line').content, true)
  find<HTMLImageElement>('img', line).src = item.image
  const name = find<HTMLAnchorElement>('a', line)
  name.href = paths.product(item.id)
  name.textContent = item.name
  find('a + p', line).textContent = item.size
  find('li > p', line).textContent = formatMoney(item.price * item.quantity)
  find('input', line).setAttribute('value', String(item.quantity))
  return line
}

/** Sent by the browser itself, the form would put the address of a customer into the URL. React sends it later. */
function holdPress(event: SubmitEvent): void {
  const island = form.closest('astro-island[ssr]')
  if (event.target !== form || !island) return
  event.preventDefault()
  if (button.getAttribute('aria-disabled')) return
  const label = button.textContent
  setButton('Processing...', true)
  const release = () => setButton(label, false)
  const send = () => {
    release()
    button.click()
  }
  island.addEventListener('astro:hydrate', send, { once: true })
  addEventListener('scripts-missing', release, { once: true })
}

function setButton(label: string, isBusy: boolean): void {
  button.textContent = label
  if (isBusy) button.setAttribute('aria-disabled', 'true')
  else button.removeAttribute('aria-disabled')
}

/** In place of the button, with the cart and what is typed at the press. */
function offerWhatsApp(): void {
  if (!form.closest('astro-island[ssr]')) return
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
