/* What PurchaseForm.astro does in the browser: the choice goes into the cart, and the page stays. */
import { findPricedProduct } from '#features/catalogue/price-list.ts'
import { paths } from '#paths.ts'
import { loadOnDemand } from '#ui/on-demand.ts'
import { startStepper } from '#ui/quantity-stepper.ts'
import { showToast, showToastOnNextPage, type Toast } from '#ui/toast.ts'
import { addedToast } from './cart.ts'
import { showCartCount } from './cart-badge.ts'
import { addByShopNow, addToCart, pathWithCart } from './stored-cart.ts'

export function startPurchase(form: HTMLFormElement): void {
  const readQuantity = startStepper(form)
  showPrice(form)
  form.addEventListener('change', () => showPrice(form))
  // An invalid quantity is never sent: the last valid one is.
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (event.submitter?.hasAttribute('formaction')) {
      showToastOnNextPage(addChoice(form, readQuantity(), addByShopNow))
      location.assign(pathWithCart(paths.checkout))
    } else {
      showInDrawer(addChoice(form, readQuantity(), addToCart))
    }
  })
}

function addChoice(form: HTMLFormElement, quantity: number, add: typeof addToCart): Toast {
  const fields = new FormData(form)
  const id = String(fields.get('product'))
  const product = findPricedProduct(id)
  if (!product) throw new Error(`src/content/price-list.json has no ${id}`)
  const choice = { id, size: String(fields.get('size')), quantity }
  add(choice)
  // At once, where the page has not needed the badge before.
  showCartCount()
  return addedToast({ ...choice, name: product.name })
}

function showPrice(form: HTMLFormElement): void {
  const size = new FormData(form).get('size')
  for (const price of form.querySelectorAll<HTMLElement>('[data-price-of]')) {
    price.hidden = price.dataset['priceOf'] !== size
  }
}

/** The drawer and its React are fetched when something is added. */
let openDrawer: (() => void) | undefined

/** Says at once what was added; inside the drawer where that is open, since it silences the page. */
function showInDrawer(added: Toast): void {
  openDrawer?.()
  showToast(added)
  if (!openDrawer) void fetchDrawer()
}

async function fetchDrawer(): Promise<void> {
  try {
    const drawer = await loadOnDemand<typeof import('./drawer/CartDrawer.tsx')>('cart-drawer')
    openDrawer = drawer.openCartDrawer
    openDrawer()
  } catch (error) {
    // The toast and the badge have told that it is in the cart. The next press tries again.
    console.error('The cart drawer could not be loaded', error)
  }
}
