import { type FormEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#kit/form/Button.tsx'
import { staticIsland } from '#kit/island/island.tsx'
import { showToastOnNextPage, type Toast } from '#kit/toast/toast.store.ts'
import { WhatsAppIcon } from '#kit/view/icons.tsx'
import { paths } from '#paths.ts'
import { isPaused, pauseOf } from '#product/pauses.ts'
import { findPricedProduct, type PricedProduct } from '#product/price-list.ts'
import { pathWithCart } from '#shop/cart/cart.store.ts'
import type { ChosenLine } from '#shop/cart/cart.ts'
import { addToCart, dropOffSale } from '#shop/cart/change-cart.store.ts'
import { AddedDrawer } from '#shop/cart/drawer/AddedDrawer.tsx'
import { OfferBox } from '#shop/cart/OfferBox.tsx'
import { addedToast } from '#shop/cart/words.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { PausedBox } from '#shop/pauses/PausedBox.tsx'
import { usePauses } from '#shop/pauses/usePauses.ts'
import { writeAvailability } from '#shop/pauses/write-availability.ts'
import { readChoice, useChoice } from './choice.store.ts'
import { QuantityField } from './QuantityField.tsx'
import { ShopNowBar } from './ShopNowBar.tsx'
import { SizePicker } from './SizePicker.tsx'
import { usePromisedDay } from './usePromisedDay.ts'

/** Until then a second press is that of a double tap, whose clicks not every browser counts. */
const DOUBLE_TAP_MS = 400

/**
 * Size and quantity of one product, and the ways to buy it. Before hydration, and without a script, the form leads to
 * the cart or the checkout with what was chosen in the URL (cart-in-url.ts). Its prerendered texts, and those of
 * the other islands of the page, carry `suppressHydrationWarning`: a browser may have translated them by then, and React
 * would render all anew, without what was typed.
 */
export const PurchaseForm = staticIsland(({ product }: { product: PricedProduct }) => {
  const { id, name, sizes } = product
  const form = useRef<HTMLFormElement>(null)
  const submittedAt = useRef(Number.NEGATIVE_INFINITY)
  const isLeaving = useRef(false)
  const [added, setAdded] = useState<Toast>()
  const { size, quantity, total, offer, text } = useChoice(product)
  const pauses = usePauses()
  const pause = pauseOf(pauses, { id, size: size.label })
  const isWholePaused = isPaused(pauses, { id, sizes })

  useEffect(() => {
    // A size may have been chosen before hydration.
    if (form.current) readChoice(form.current)
  }, [])
  usePromisedDay()
  useEffect(() => writeAvailability(isWholePaused), [isWholePaused])

  /** In place of the browser, which submits the plain form where this throws (docs/product.md, rule 11.11). */
  function submit(event: FormEvent<HTMLFormElement>): void {
    const isDoubleTap = event.timeStamp - submittedAt.current < DOUBLE_TAP_MS
    if (isDoubleTap) {
      event.preventDefault()
      return
    }
    submittedAt.current = event.timeStamp
    const choice = { id, ...readChoice(event.currentTarget) }
    const { submitter } = event.nativeEvent as SubmitEvent
    const isShopNow = submitter?.hasAttribute('formaction')
    if (isShopNow) dropOffSale(showToastOnNextPage)
    addToCart(choice)
    event.preventDefault()
    if (isShopNow) leaveFor(paths.checkout, choice)
    else setAdded(toastOf(choice))
  }

  /** The pair, and units that are left over, go into the cart, and the page to it: the quantity here is spent. */
  function takePair(): void {
    if (!offer) return
    // A second press only leads there.
    if (isLeaving.current) {
      location.assign(pathWithCart(paths.cart))
      return
    }
    isLeaving.current = true
    addToCart(offer.pair)
    addToCart({ id, size: size.label, quantity: quantity - offer.units })
    addEventListener('pagehide', startAnew, { once: true })
    leaveFor(paths.cart, offer.pair)
  }

  /** After the way to the cart was stopped, this is another choice. */
  function choose(changed: HTMLFormElement): void {
    isLeaving.current = false
    readChoice(changed)
  }

  /** Once the page is left: nothing moves below the finger of a second tap. */
  function startAnew(): void {
    isLeaving.current = false
    if (!form.current) return
    form.current.reset()
    readChoice(form.current)
  }

  return (
    <>
      <form
        ref={form}
        action={paths.cart}
        autoComplete="off"
        onInput={({ currentTarget }) => choose(currentTarget)}
        onSubmit={submit}
        className="grid gap-5"
      >
        <input type="hidden" name="product" value={id} />
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <SizePicker sizes={sizes} />
          <QuantityField quantity={quantity} onStep={(changed) => changed && choose(changed)} />
        </div>
        <div role="status" className="contents">
          {offer && !pauseOf(pauses, offer.pair) && (
            <OfferBox sentence={offer.sentence} label={offer.label} onSwap={takePair} />
          )}
        </div>
        <div>
          <PausedBox name={name} size={size.label} pause={pause} />
          {!pause && (
            <div data-no-print className="grid gap-3">
              <div className="flex gap-3">
                {/* Enter in the quantity presses the first button. */}
                <button
                  suppressHydrationWarning
                  type="submit"
                  className={`${buttonClass('secondary')} flex-1`}
                >
                  Add to cart
                </button>
                <ShopNowBar name={name} total={total} />
              </div>
              <WhatsAppLink text={text} className={buttonClass('secondary')}>
                <WhatsAppIcon />
                <span suppressHydrationWarning>Order on WhatsApp</span>
              </WhatsAppLink>
            </div>
          )}
        </div>
      </form>
      <AddedDrawer added={added} />
    </>
  )
})

function leaveFor(path: string, added: ChosenLine): void {
  showToastOnNextPage(toastOf(added))
  location.assign(pathWithCart(path))
}

function toastOf(added: ChosenLine): Toast {
  return addedToast({ ...added, name: findPricedProduct(added.id)?.name ?? '' })
}
