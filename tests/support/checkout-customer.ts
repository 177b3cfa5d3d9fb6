/* A customer at the checkout with two lines in the cart, and a backend that fails on demand. */

import { ShopError } from '#kit/remote/shop-error.ts'
import { isSameAddress } from '#order/address/address.ts'
import { newOrderKey, type OrderKey } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import type { OrderRequest } from '#order/requests/order-request.ts'
import {
  type Cart,
  type ChosenLine,
  EMPTY_CART,
  priceCart,
  withoutOrdered,
  withQuantity,
} from '#shop/cart/cart.ts'
import { createCheckout } from '#shop/checkout/checkout.store.ts'
import type { CheckoutServices } from '#shop/checkout/checkout-services.ts'
import { type Attempt, type attempts, isComplete } from '#shop/checkout/place/attempt.ts'
import { goodAddress } from './address-cases.ts'
import { anOrder } from './order-factories.ts'

/** Shared by all tabs of the customer and the backend. */
interface World {
  cart: Cart
  attempt: Attempt | undefined
  orders: Order[]
  copies: Order[]
  keysSent: string[]
  placingFailures: ShopError[]
  responsesToLose: number
  copyFailures: number
  copiesRefused: number
  /** Why the form service takes no copy. */
  copyError: string
  unsentCopies: string[]
  handedOver: Order[]
  remembered: string[]
  orderOfPhone: OrderKey | undefined
  requests: OrderRequest[]
  clock: number
  /** The device loses its key once the backend has the request. */
  erasesKey: boolean
  isOffline: boolean
  requestTakes: number
  hasLocks: boolean
  queue: Promise<unknown>
}

export function aCustomer({ requestTakes = 0, hasLocks = true } = {}) {
  const items = anOrder().items
  return aTab({
    cart: priceCart(items),
    attempt: undefined,
    orders: [],
    copies: [],
    keysSent: [],
    placingFailures: [],
    responsesToLose: 0,
    copyFailures: 0,
    copiesRefused: 0,
    copyError: 'copy_refused',
    unsentCopies: [],
    handedOver: [],
    remembered: [],
    orderOfPhone: undefined,
    requests: [],
    clock: 0,
    erasesKey: false,
    isOffline: false,
    hasLocks,
    requestTakes,
    queue: Promise.resolve(),
  })
}

/** An order whose three responses were lost: its customer was told that it failed. */
export function aLostOrder() {
  return aSavedOrder((customer) => customer.loseResponses(3))
}

/** An order that its customer was told is saved, while the form service refuses everything. */
export function anOrderWithoutCopy() {
  return aSavedOrder((customer) => customer.failCopies(Number.POSITIVE_INFINITY))
}

async function aSavedOrder(prepare: (customer: ReturnType<typeof aCustomer>) => void) {
  const customer = aCustomer()
  prepare(customer)
  await customer.checkout.submit(goodAddress)
  const [order] = customer.orders()
  if (!order) throw new Error('The order was not saved')
  return { customer, id: order.id }
}

function aTab(world: World, changes: Partial<CheckoutServices> = {}) {
  const services = { ...servicesOf(world), ...changes }
  const checkout = createCheckout(services)
  return {
    checkout,
    services,
    state: () => checkout.$checkout.get(),
    cart: () => world.cart,
    orders: () => world.orders,
    copies: () => world.copies,
    copiesRefused: () => world.copiesRefused,
    keysSent: () => world.keysSent,
    requests: () => world.requests,
    attempt: (): Attempt => {
      if (!world.attempt) throw new Error('There is no attempt')
      return world.attempt
    },
    unsentCopies: () => world.unsentCopies,
    handedOver: () => world.handedOver,
    remembered: () => world.remembered,
    openAnotherTab: (changes?: Partial<CheckoutServices>) => aTab(world, changes),
    /** Opens the confirmation page. */
    seeConfirmation: () => {
      if (world.attempt) world.attempt = { key: world.attempt.key, step: 'seen' }
    },
    /** Fills the cart with the lines of anOrder(), in this quantity. */
    fillCart: (quantity?: number) => {
      const { items } = anOrder()
      world.cart = priceCart(quantity ? items.map((item) => ({ ...item, quantity })) : items)
    },
    putInCart: (...choices: ChosenLine[]) => {
      world.cart = priceCart(choices)
    },
    loseNetwork: (isLost = true) => {
      world.isOffline = isLost
    },
    emptyCart: () => {
      world.cart = EMPTY_CART
    },
    failPlacing: (error: ShopError, times: number) => {
      world.placingFailures = Array(times).fill(error)
    },
    loseResponses: (times: number) => {
      world.responsesToLose = times
    },
    eraseKeyOnceSent: () => {
      world.erasesKey = true
    },
    failCopies: (times: number, code = 'copy_refused') => {
      world.copyFailures = times
      world.copyError = code
    },
    hasOrderedBefore: (key: OrderKey) => {
      world.orderOfPhone = key
    },
    /** The admin has entered its order from a message without the code of this device. */
    enterWithoutRights: (order: Order) => {
      world.orders.push({ ...order, mayChange: false })
    },
  }
}

function servicesOf(world: World): CheckoutServices {
  return {
    readCart: () => world.cart,
    removeOrdered: (items) => {
      world.cart = withoutOrdered(world.cart, items)
    },
    dropLine: (id, size) => {
      world.cart = withQuantity(world.cart, id, size, 0)
    },
    rememberOrder: ({ id }) => world.remembered.push(id),
    orderOfPhone: () => world.orderOfPhone,
    reportUnsentCopy: ({ id }) => world.unsentCopies.push(id),
    wait: async (milliseconds) => {
      world.clock += milliseconds
    },
    now: () => world.clock,
    withLock: (work) => {
      if (!world.hasLocks) return work()
      const turn = world.queue.then(work)
      world.queue = turn.catch(() => {})
      return turn
    },
    placeOrder: async (key, request) => {
      world.keysSent.push(key.id)
      world.requests.push(request)
      if (world.erasesKey) world.attempt = undefined
      world.clock += world.requestTakes
      const failure = world.isOffline ? new ShopError('unreachable') : world.placingFailures.shift()
      if (failure) throw failure
      const present = world.orders.find((order) => order.id === key.id)
      if (present && !isSameRequest(present, request)) throw new ShopError('attempt_reused')
      const { items, total } = priceCart(request.items)
      const { shippingAddress } = request
      const order =
        present ?? anOrder({ id: key.id, items, total, shippingAddress, mayChange: true })
      if (!present) world.orders.push(order)
      if (world.responsesToLose-- > 0) throw new ShopError('unreachable')
      return order
    },
    fetchOrder: async (id) => {
      if (world.isOffline) throw new ShopError('unreachable')
      return world.orders.find((order) => order.id === id)
    },
    sendOrderCopy: async (order) => {
      if (world.copyFailures-- > 0) {
        world.copiesRefused++
        throw new ShopError(world.copyError)
      }
      world.copies.push(order)
    },
    savePlaced: (order) => world.handedOver.push(order),
    attempts: attemptsInMemory(world),
  }
}

/** Compares lines with prices, and the address, as the backend does. */
function isSameRequest(order: Order, { items, shippingAddress }: OrderRequest): boolean {
  const print = (lines: OrderRequest['items']) =>
    JSON.stringify(lines.map(({ id, size, quantity, price }) => [id, size, quantity, price]))
  return (
    print(order.items) === print(items) && isSameAddress(order.shippingAddress, shippingAddress)
  )
}

/** Attempts that are saved nowhere else. */
function attemptsInMemory(memory: { attempt: Attempt | undefined }): typeof attempts {
  return {
    latest: () => memory.attempt,
    current() {
      return memory.attempt && !isComplete(memory.attempt) ? memory.attempt : this.begin()
    },
    begin(earlier) {
      const attempt: Attempt = { key: newOrderKey(), step: 'prepared' }
      return this.save(earlier === undefined ? attempt : { ...attempt, earlier })
    },
    save: (attempt) => {
      memory.attempt = attempt
      return attempt
    },
  }
}
