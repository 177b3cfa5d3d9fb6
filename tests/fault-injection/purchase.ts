/* What a customer wanted to order, and what the pages showed. */

import type { ShippingAddress } from '#order/address/address.ts'
import { type Cart, type ChosenLine, EMPTY_CART } from '#shop/cart/cart.ts'
import type { Exchange } from './fault-proxy.ts'
import type { FaultPlan } from './plan.ts'

/** Cart and address at a press. */
export interface Version {
  items: ChosenLine[]
  address: ShippingAddress
  /** The orders that the customer had been shown before. */
  known: string[]
  /** The saved order of which the page says that another press does not place it twice. */
  pending: string | undefined
}

/** The order that was confirmed after a press. */
interface SeenConfirmation {
  version: Version
  orderId: string
  /** The page says that the order was placed before the change. */
  isBeforeChange: boolean
}

export interface PlannedPurchase {
  /** Unique, so that its orders are found in the database without any client data. */
  phone: string
  versions: Version[]
  /** Everything that was added to the cart. */
  added: Cart
  /** Confirmed orders. */
  orderIds: Set<string>
  /** Orders that a page named beside a cart or another order. */
  named: Set<string>
  confirmations: SeenConfirmation[]
  /** The presses of which a page said that the shop had refused them. */
  refusals: { version: Version; code: string }[]
  /** The key was lost with the storage or the tab, so the next press may place a second order. */
  isForgotten: boolean
  /** A tab was closed while its request was pending, so nobody saw the response. */
  isCutOff: boolean
  /** The state when the faults ended, before unknown purchases are retried. */
  end: 'ok' | 'failed' | 'unknown' | 'forgotten'
  /** The saved cart at the end, if storage works. */
  cart: ChosenLine[] | undefined
  exchanges: Exchange[]
}

export interface SimulatedCustomer {
  plan: FaultPlan
  purchases: PlannedPurchase[]
  /** Actions and outcomes, in order. */
  history: string[]
  requests(): number
  /** Carries out the plan. */
  act(): Promise<void>
  /** Retries an unknown purchase without faults. */
  retryWithoutFaults(): Promise<void>
}

export function newPurchase(phone: string): PlannedPurchase {
  return {
    phone,
    versions: [],
    added: EMPTY_CART,
    orderIds: new Set(),
    named: new Set(),
    confirmations: [],
    refusals: [],
    isForgotten: false,
    isCutOff: false,
    end: 'unknown',
    cart: undefined,
    exchanges: [],
  }
}

/**
 * `failed` means that the backend itself refused every request. On a busy machine a call may time out before the proxy
 * has read its request, which is not among the exchanges yet, and may be saved.
 */
export function endOf({
  orderIds,
  refusals,
  isForgotten,
  isCutOff,
  exchanges,
}: PlannedPurchase): PlannedPurchase['end'] {
  if (orderIds.size > 0) return 'ok'
  if (isForgotten) return 'forgotten'
  const placing = exchanges.filter(({ call }) => call === 'place_order')
  const areAllRefused = placing.every(({ fault, isRefused }) => fault === 'none' && isRefused)
  const isUnreachable = refusals.some(({ code }) => code === 'unreachable')
  return areAllRefused && !isCutOff && !isUnreachable ? 'failed' : 'unknown'
}
