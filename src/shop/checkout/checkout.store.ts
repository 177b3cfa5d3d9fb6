/* The flow of /checkout: editing the form, submitting it, and what became of it. */

import { ShopError } from '#kit/remote/shop-error.ts'
import {
  type AddressField,
  addressProblems,
  cleanAddress,
  type ShippingAddress,
} from '#order/address/address.ts'
import type { Cart } from '#shop/cart/cart.ts'
import { withPrices } from './agreed-prices.ts'
import {
  type Flow,
  namedOrders,
  showEmpty,
  showFailure,
  showPlaced,
  unseenAttempt,
} from './checkout-flow.ts'
import { type CheckoutServices, checkoutServices } from './checkout-services.ts'
import { createState, isUnderWay, type NamedOrder } from './checkout-state.store.ts'
import { findEarlier, type ReadAddress } from './place/find-earlier.ts'
import type { Outcome } from './place/outcome.ts'
import { type Press, place } from './place/placing.ts'

export function createCheckout(options: Partial<CheckoutServices> = {}) {
  const services = { ...checkoutServices, ...options }
  const flow: Flow = {
    ...createState(),
    services,
    latestOnCreation: services.attempts.latest(),
  }
  return {
    $checkout: flow.$checkout,
    $isCompletingAddress: flow.$isCompletingAddress,
    $shown: flow.$shown,
    open: (readDraft: ReadAddress = () => undefined) => open(flow, readDraft),
    submit: (typed: Typed) => submit(flow, typed),
    agree: () => agree(flow),
    decline: () => decline(flow),
    edit: (field: AddressField) => edit(flow, field),
    onCartChange: () => onCartChange(flow),
  }
}

/** The typed address. A promise where it is completed first, by a table that is still loaded (rule 4.39). */
type Typed = ShippingAddress | Promise<ShippingAddress>

export type CheckoutStore = ReturnType<typeof createCheckout>

/**
 * Finds an order that was placed earlier without its customer knowing, and confirms or names it.
 * Otherwise the key of the coming attempt is made, so that a second tab opens with the same one.
 */
async function open(flow: Flow, readDraft: ReadAddress): Promise<void> {
  const { $checkout, services } = flow
  await services.withLock(async () => {
    const outcome = await findEarlierIfReachable(flow, readDraft)
    if (outcome?.result === 'placed') return showPlaced(flow, outcome)
    const now = $checkout.get()
    if (now.state !== 'editing' && now.state !== 'failed') return
    if (services.readCart().items.length === 0) return showEmpty(flow)
    services.attempts.current()
    $checkout.set({ ...now, named: namedOrders(flow) })
  })
}

/** Where the backend can't be reached the next press asks again; until then the form stays. */
async function findEarlierIfReachable(
  flow: Flow,
  readDraft: ReadAddress,
): Promise<Outcome | undefined> {
  const latest = flow.services.attempts.latest()
  if (!latest || latest.step === 'seen') return undefined
  try {
    return await findEarlier(readDraft, flow.services)
  } catch (error) {
    if (error instanceof ShopError) return undefined
    throw error
  }
}

async function submit(flow: Flow, typing: Typed): Promise<void> {
  const { $checkout, $isCompletingAddress } = flow
  if (isUnderWay($checkout.get()) || $isCompletingAddress.get()) return
  if (!(typing instanceof Promise)) return placeIfValid(flow, typing)
  let sent: Promise<void> | undefined
  $isCompletingAddress.set(true)
  try {
    const typed = await typing
    // Meanwhile opening the page may have found the order.
    if (!isUnderWay($checkout.get())) sent = placeIfValid(flow, typed)
  } finally {
    $isCompletingAddress.set(false)
  }
  await sent
}

async function placeIfValid(flow: Flow, typed: ShippingAddress): Promise<void> {
  const { $checkout, services } = flow
  const { named } = $checkout.get()
  const problems = addressProblems(typed)
  if (Object.keys(problems).length > 0) return $checkout.set({ state: 'editing', problems, named })

  $checkout.set({ state: 'submitting', named })
  const cartAtPress = services.readCart()
  const address = cleanAddress(typed)
  try {
    const outcome = await services.withLock(() =>
      placeNow(flow, cartAtPress, address, idsOf(named)),
    )
    if (outcome?.result === 'placed') showPlaced(flow, outcome)
    if (outcome?.result === 'named')
      $checkout.set({ state: 'editing', problems: {}, named: namedOrders(flow) })
  } catch (error) {
    showFailure(flow, error, address)
  }
}

/** Under a lock: no other tab places meanwhile. */
async function placeNow(
  flow: Flow,
  cartAtPress: Cart,
  address: ShippingAddress,
  named: string[],
): Promise<Outcome | undefined> {
  const { $checkout, $prices, services } = flow
  // While this press waited for the lock, opening the page may have found the order.
  if ($checkout.get().state === 'placed') return undefined
  const cart = withPrices(services.readCart(), $prices.get())
  const press: Press = { cartAtPress, cart, address, named, unseen: unseenAttempt(flow) }
  return place(press, services)
}

/** Yes to the question. The form is submitted next, with what is typed by then. */
function agree({ $checkout, $prices, services }: Flow): void {
  const now = $checkout.get()
  if (now.state !== 'asking') return
  const { question } = now
  if (question.about === 'prices') $prices.set(question.prices)
  else for (const { id, size } of question.lines) services.dropLine(id, size)
}

function decline({ $checkout }: Flow): void {
  const now = $checkout.get()
  if (now.state === 'asking') $checkout.set({ state: 'editing', problems: {}, named: now.named })
}

/** Editing a field removes the field's problem, and the message about the order. A named order stays named. */
function edit({ $checkout }: Flow, field: AddressField): void {
  const now = $checkout.get()
  if (now.state === 'asking') {
    const { unsent: _, ...asking } = now
    $checkout.set(asking)
  }
  if (!('problems' in now)) return
  const { [field]: _, ...problems } = now.problems
  $checkout.set({ state: 'editing', problems, named: now.named })
}

/** Another tab may empty the cart while this one is open, by removing or by ordering. */
function onCartChange(flow: Flow): void {
  const { $checkout, services } = flow
  const { state } = $checkout.get()
  if (isUnderWay($checkout.get()) || services.readCart().items.length > 0) return
  const unseen = unseenAttempt(flow)
  if (unseen) {
    const { key, isBeforeChange = false } = unseen
    showPlaced(flow, { result: 'placed', orderId: key.id, isBeforeChange })
  }
  // A request of this tab may have arrived, although no response came.
  else if (state === 'failed' || services.attempts.latest()?.step === 'saved')
    void open(flow, () => undefined)
  else showEmpty(flow)
}

function idsOf(orders: NamedOrder[]): string[] {
  return orders.map(({ orderId }) => orderId)
}
