import { type MouseEvent, type ReactNode, useState } from 'react'
import { Price } from '#features/catalogue/Price.tsx'
import {
  findPricedProduct,
  type PricedProduct,
  sellingPrice,
} from '#features/catalogue/price-list.ts'
import { paths } from '#paths.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/Button.tsx'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { QuantityStepper } from '#ui/QuantityStepper.tsx'
import { showToastOnNextPage, type Toast } from '#ui/toast.ts'
import { addedToast } from './added-toast.ts'
import { addToCart } from './cart.store.ts'
import { CartDrawer } from './drawer/CartDrawer.tsx'
import { SizePicker } from './SizePicker.tsx'
import { pathWithCart } from './stored-cart.ts'

export interface PurchasePanelProps {
  productId: string
  /** The description, between the price and the choices. */
  children?: ReactNode
}

/**
 * Price, size and quantity of one product, and the two ways into the cart. As a plain form they lead
 * to where cart-in-url.ts takes what was chosen into the cart.
 */
export function PurchasePanel(props: PurchasePanelProps) {
  return (
    <IslandBoundary>
      <Panel {...props} />
    </IslandBoundary>
  )
}

function Panel({ productId, children }: PurchasePanelProps) {
  const product = findPricedProduct(productId)
  if (!product) throw new Error(`src/content/price-list.json has no ${productId}`)
  return <Choices product={product}>{children}</Choices>
}

function Choices({ product, children }: { product: PricedProduct; children?: ReactNode }) {
  const [size, setSize] = useState(product.sizes[0])
  const [quantity, setQuantity] = useState(1)
  const [added, setAdded] = useState<Toast>()

  function add(): Toast {
    addToCart({ id: product.id, size: size.label, quantity })
    return addedToast({ name: product.name, size: size.label, quantity })
  }

  function addAndShow(event: MouseEvent): void {
    event.preventDefault()
    setAdded(add())
  }

  function buyNow(event: MouseEvent): void {
    event.preventDefault()
    showToastOnNextPage(add())
    location.assign(pathWithCart(paths.checkout))
  }

  return (
    <>
      <form action={paths.cart} autoComplete="off" className="flex flex-col gap-6">
        <input type="hidden" name="product" value={product.id} />
        <Price size={size} className="text-h2" />
        {children}
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <SizePicker sizes={product.sizes} chosen={size} onChoose={setSize} />
          <div>
            <label htmlFor="field-quantity" className="mb-2 block font-medium">
              Quantity
            </label>
            <QuantityStepper name="quantity" quantity={quantity} onChange={setQuantity} />
          </div>
        </div>
        <div data-no-print className="flex gap-3 [@media(scripting:none)]:hidden">
          {/* The first in the page, since Enter in the quantity presses that. */}
          <Button
            variant="secondary"
            type="submit"
            onClick={addAndShow}
            className="order-last flex-1"
          >
            Add to cart
          </Button>
          <div className="bottom-bar flex flex-1 items-center gap-4">
            <span aria-hidden="true" className="font-semibold text-amber text-lg md:hidden">
              {formatMoney(sellingPrice(size))}
            </span>
            <Button
              variant="primary"
              type="submit"
              formAction={paths.checkout}
              onClick={buyNow}
              className="flex-1"
            >
              Shop Now
            </Button>
          </div>
        </div>
        <ul className="space-y-1">
          {['100% Natural Ingredients', 'Free Shipping on All Orders'].map((promise) => (
            <li key={promise} className="flex items-center gap-2">
              <span className="text-forest">
                <CheckIcon />
              </span>
              {promise}
            </li>
          ))}
        </ul>
      </form>
      {added && <CartDrawer added={added} />}
    </>
  )
}
