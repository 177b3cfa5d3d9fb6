/* What the page of /checkout shows: its form, the order that is being placed, and what became of it. */
import { atom, computed } from 'nanostores'
import type { AddressProblems, ShippingAddress } from '#order/address/address.ts'
import { paths } from '#paths.ts'
import type { Prices } from './agreed-prices.ts'
import type { CartDifference } from './cart-question.ts'

/** A saved order that the page names, with a link to its confirmation. */
export interface NamedOrder {
  orderId: string
  /** Whether another press with the same cart and address would still send its copy. */
  isCopyMissing: boolean
}

/** An order that was not confirmed, for a message to the shop. */
export interface Unsent {
  orderId: string
  /** The code of this device. */
  code: string
  address: ShippingAddress
}

/** Orders that the page names, the latest first. */
type Named = { named: NamedOrder[] }

export type Checkout =
  | ({ state: 'editing'; problems: AddressProblems } & Named)
  | ({ state: 'submitting' } & Named)
  | ({ state: 'failed'; code: string; problems: AddressProblems; unsent?: Unsent } & Named)
  /** The order is placed only if the customer agrees. */
  | ({ state: 'asking'; question: CartDifference; unsent?: Unsent } & Named)
  | ({ state: 'placed'; orderId: string; isBeforeChange: boolean } & Named)
  /** The cart is empty: there is nothing to order. */
  | { state: 'empty'; named: [] }

export type Placed = Extract<Checkout, { state: 'placed' }>

/** The state in the HTML of the build. */
export const FIRST_STATE: Checkout = { state: 'editing', problems: {}, named: [] }

/** Whether the order is being placed, or was placed and the page is on its way to the confirmation. */
export function isUnderWay({ state }: Checkout): boolean {
  return state === 'submitting' || state === 'placed'
}

/** The URL of the confirmation, which names the order before it as well. */
export function confirmationOf({ orderId, named, isBeforeChange }: Placed): string {
  return paths.confirmation(orderId, { earlier: named[0]?.orderId, isBeforeChange })
}

export type CheckoutState = ReturnType<typeof createState>

export function createState() {
  const $checkout = atom<Checkout>(FIRST_STATE)
  const $prices = atom<Prices | undefined>(undefined)
  return {
    $checkout,
    /** Whether Place Order was pressed, and the address is completed first (docs/product.md, rule 4.39). */
    $isCompletingAddress: atom(false),
    /** What the customer agreed to pay where the page has other prices. */
    $prices,
    /** How the page shows the cart: at which prices, and whether it is the one that was sent (shown-cart.store.ts). */
    $shown: computed([$checkout, $prices], (now, agreed) => {
      const question = now.state === 'asking' ? now.question : undefined
      const prices = question?.about === 'prices' ? question.prices : agreed
      return { prices, isSent: isUnderWay(now) }
    }),
  }
}
