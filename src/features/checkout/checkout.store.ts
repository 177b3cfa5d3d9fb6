/* The flow of /checkout: filling the form, sending it, and what became of it. */
import { atom } from 'nanostores'
import type { Cart } from '#features/cart/cart.ts'
import {
  type AddressProblems,
  addressProblems,
  cleanAddress,
  type ShippingAddress,
} from '#features/orders/address.ts'
import type { Order } from '#features/orders/order.ts'
import { hasCode, ShopError } from '#shared/shop-error.ts'
import { isThrough } from './attempt.ts'
import { liveServices } from './live-services.ts'
import { type PlacingServices, placeOnce, resumeAttempt } from './place-once.ts'

export type Checkout =
  | { step: 'filling'; problems: AddressProblems }
  | { step: 'sending' }
  | { step: 'refused'; problems: AddressProblems; code: string }
  | { step: 'placed'; orderId: string }
  /** Nothing is left to order: the cart is empty. */
  | { step: 'empty' }

export interface CheckoutServices extends PlacingServices {
  readCart(): Cart
  /** Runs one submission at a time over all tabs, so that two tabs share one attempt. */
  oneAtATime<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createCheckout(services: CheckoutServices = liveServices) {
  const $checkout = atom<Checkout>({ step: 'filling', problems: {} })
  const earlier = services.attempts.latest()

  /**
   * On opening the page. An order whose answer was lost is found again instead of placed again, and
   * one whose confirmation was never reached is shown now, before its shopper orders it afresh; else
   * the key of the coming attempt is made, so that a second tab opens with the same one.
   */
  async function open(): Promise<void> {
    await services.oneAtATime(async () => {
      const orderId = unseenOrder() ?? (await resume())?.id
      if (orderId) return settle(orderId)
      // Only its copy is missing, whatever became of the cart: the next press sends it.
      if (isSaved()) return
      leaveIfEmpty()
      // Under the lock, and not over the end of an order that this tab is being led to.
      if ($checkout.get().step === 'filling') services.attempts.current()
    })
  }

  async function resume(): Promise<Order | undefined> {
    try {
      return await resumeAttempt(services)
    } catch (error) {
      // The next press asks again; until then the shopper may go on typing.
      if (error instanceof ShopError) return undefined
      throw error
    }
  }

  async function submit(typed: ShippingAddress): Promise<void> {
    if ($checkout.get().step === 'sending' || $checkout.get().step === 'placed') return
    const problems = addressProblems(typed)
    if (Object.keys(problems).length > 0) return $checkout.set({ step: 'filling', problems })

    $checkout.set({ step: 'sending' })
    const shown = services.readCart()
    try {
      settle(await services.oneAtATime(() => place(shown, cleanAddress(typed))))
    } catch (error) {
      refuse(error)
    }
  }

  /** Editing a field takes back what was said of it. */
  function edit(field: keyof ShippingAddress): void {
    const state = $checkout.get()
    if (!('problems' in state)) return
    const { [field]: _, ...problems } = state.problems
    $checkout.set({ step: 'filling', problems })
  }

  /** Another tab may empty the cart while this one is open, by removing or by ordering. */
  function leaveIfEmpty(): void {
    const { step } = $checkout.get()
    if (step === 'sending' || step === 'placed' || services.readCart().items.length > 0) return
    const orderId = unseenOrder()
    if (orderId) settle(orderId)
    else if (isSaved()) void open()
    else $checkout.set({ step: 'empty' })
  }

  async function place(shown: Cart, address: ShippingAddress): Promise<string> {
    // While this press waited for its turn, opening the page may have found the order.
    const state = $checkout.get()
    if (state.step === 'placed') return state.orderId
    const cart = services.readCart()
    // Or another tab has placed it: what it left in the cart is not what was pressed for.
    const isTaken = cart.items.length === 0 || cart.total !== shown.total
    return (isTaken && unseenOrder()) || (await placeOnce(cart, address, services)).id
  }

  /**
   * The order that came through since this tab was opened, in whichever tab, or earlier without its
   * confirmation having been seen.
   */
  function unseenOrder(): string | undefined {
    const latest = services.attempts.latest()
    const isNew = latest?.key.id !== earlier?.key.id || earlier?.step !== 'shown'
    return isNew && latest && isThrough(latest) ? latest.key.id : undefined
  }

  function isSaved(): boolean {
    return services.attempts.latest()?.step === 'saved'
  }

  function settle(orderId: string): void {
    $checkout.set({ step: 'placed', orderId })
  }

  function refuse(error: unknown): void {
    if (hasCode(error, 'cart_empty')) {
      $checkout.set({ step: 'empty' })
      return
    }
    console.error('Error creating order', error)
    const { code, field } = error instanceof ShopError ? error : new ShopError('unforeseen')
    $checkout.set({ step: 'refused', code, problems: field ? { [field]: code } : {} })
  }

  return { $checkout, open, submit, edit, leaveIfEmpty }
}

export type CheckoutStore = ReturnType<typeof createCheckout>
