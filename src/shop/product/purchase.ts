/* What PurchaseForm.astro does in the browser: the choice goes into the cart, and the page stays. */

import { formatMoney } from '#kit/money.ts'
import { loadOnDemand } from '#kit/scripts/on-demand.ts'
import { showToast, showToastOnNextPage, type Toast } from '#kit/toast/toast.store.ts'
import { paths } from '#paths.ts'
import { findPricedProduct, type Size, sellingPrice } from '#product/price-list.ts'
import { addToCart, dropOffSale, pathWithCart } from '#shop/cart/cart.store.ts'
import { addedToast } from '#shop/cart/cart.ts'
import { type PairOffer, pairOffer } from '#shop/cart/pair-offer.ts'
import { startStepper } from './quantity-stepper.ts'

export function startPurchase(form: HTMLFormElement): void {
  let quantity = 1
  startStepper(form, (changed) => {
    quantity = changed
    showPrices(form, quantity)
  })
  // Another size.
  form.addEventListener('change', () => showPrices(form, quantity))
  form
    .querySelector('[data-pair-offer] button')
    ?.addEventListener('click', () => takePair(form, quantity))
  // An invalid quantity is never sent: the last valid one is.
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formaction')) {
      dropOffSale(showToastOnNextPage)
      showToastOnNextPage(addChoice(event, quantity))
      location.assign(pathWithCart(paths.checkout))
    } else {
      void showInDrawer(addChoice(event, quantity))
    }
  })
}

/** In place of the browser, which submits the plain form where this throws (docs/product.md, rule 11.11). */
function addChoice(event: SubmitEvent, quantity: number): Toast {
  const { id, name, label } = chosen(event.target as HTMLFormElement)
  const choice = { id, size: label, quantity }
  addToCart(choice)
  event.preventDefault()
  return addedToast({ ...choice, name })
}

/** The pair, and units that are left over, go into the cart, and the page to it: the quantity here is spent. */
function takePair(form: HTMLFormElement, quantity: number): void {
  const { id, label, offer } = chosenWithOffer(form, quantity)
  if (!offer) return
  const { pair, units } = offer
  addToCart(pair)
  addToCart({ id, size: label, quantity: quantity - units })
  showToastOnNextPage(addedToast({ ...pair, name: findPricedProduct(pair.id)?.name ?? '' }))
  location.assign(pathWithCart(paths.cart))
}

/** The price of one unit of the chosen size, and in the bar that of the chosen quantity. */
function showPrices(form: HTMLFormElement, quantity: number): void {
  const { offer, ...size } = chosenWithOffer(form, quantity)
  for (const price of document.querySelectorAll<HTMLElement>('[data-price-of]')) {
    price.hidden = price.dataset['priceOf'] !== size.label
  }
  const inBar = form.querySelector('[data-bar-price]')
  if (inBar) inBar.textContent = formatMoney(sellingPrice(size) * quantity)
  showOffer(form, offer)
}

function showOffer(form: HTMLFormElement, offer: PairOffer | undefined): void {
  const box = form.querySelector<HTMLElement>('[data-pair-offer]')
  const [sentence, button] = box?.children ?? []
  if (!box || !sentence || !button) return
  box.hidden = !offer
  sentence.textContent = offer?.sentence ?? ''
  button.textContent = offer?.label ?? ''
}

function chosenWithOffer(form: HTMLFormElement, quantity: number) {
  const size = chosen(form)
  const { id, label } = size
  return { ...size, offer: pairOffer({ id, size: label, price: sellingPrice(size), quantity }) }
}

function chosen(form: HTMLFormElement): { id: string; name: string } & Size {
  const fields = new FormData(form)
  const id = String(fields.get('product'))
  const product = findPricedProduct(id)
  const size = product?.sizes.find(({ label }) => label === fields.get('size'))
  if (!product || !size) throw new Error(`src/content/price-list.json has no such size of ${id}`)
  return { id, name: product.name, ...size }
}

/** The drawer and its React are fetched when something is added. */
async function showInDrawer(added: Toast): Promise<void> {
  try {
    const drawer =
      await loadOnDemand<typeof import('#shop/cart/drawer/open-drawer.tsx')>('cart-drawer')
    drawer.openCartDrawer(added)
  } catch (error) {
    // The next press tries again.
    console.error('The cart drawer could not be loaded', error)
    showToast(added)
  }
}
