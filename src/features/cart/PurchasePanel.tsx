import { type ReactNode, useState } from 'react'
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
import { showToast, showToastOnNextPage, type Toast } from '#ui/toast.ts'
import { addToCart } from './cart.store.ts'
import { openDrawer } from './drawer/cart-drawer.ts'
import { SizePicker } from './SizePicker.tsx'

export interface PurchasePanelProps {
  productId: string
  /** The description, between the price and the choices. */
  children?: ReactNode
}

/** Price, size and quantity of one product, and the two ways into the cart. */
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

  function add(): Toast {
    addToCart({ id: product.id, size: size.label, quantity })
    return {
      title: 'Added to cart',
      description: `${quantity} × ${product.name} (${size.label}) added to your cart`,
    }
  }

  // The toast comes second: it is read out where the open drawer has taken the notifications.
  function addAndShow(): void {
    const toast = add()
    openDrawer()
    showToast(toast)
  }

  function buyNow(): void {
    showToastOnNextPage(add())
    location.assign(paths.checkout)
  }

  return (
    <div className="flex flex-col gap-6">
      <Price size={size} className="text-h2" />
      {children}
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <SizePicker sizes={product.sizes} chosen={size} onChoose={setSize} />
        <div>
          <p className="mb-2 font-medium">Quantity</p>
          <QuantityStepper quantity={quantity} onChange={setQuantity} />
        </div>
      </div>
      <div data-no-print className="flex gap-3 [@media(scripting:none)]:hidden">
        <div className="bottom-bar flex flex-1 items-center gap-4">
          <span aria-hidden="true" className="font-semibold text-amber text-lg md:hidden">
            {formatMoney(sellingPrice(size))}
          </span>
          <Button variant="primary" onClick={buyNow} className="flex-1">
            Shop Now
          </Button>
        </div>
        <Button variant="secondary" onClick={addAndShow} className="flex-1">
          Add to cart
        </Button>
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
    </div>
  )
}
