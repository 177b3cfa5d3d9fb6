/* A shopper at the checkout with two things in the cart, and a store that loses or refuses on demand. */
import { type Cart, EMPTY_CART, toCart, withoutOrdered } from '#features/cart/cart.ts'
import type { Attempt } from '#features/checkout/attempt.ts'
import { type CheckoutServices, createCheckout } from '#features/checkout/checkout.store.ts'
import type { Order } from '#features/orders/order.ts'
import { ShopError } from '#shared/shop-error.ts'
import { anOrder } from './an-order.ts'
import { attemptsInMemory } from './attempts-in-memory.ts'

/** What all tabs of a device share with each other and with the store. */
interface World {
  cart: Cart
  attempt: Attempt | undefined
  orders: Order[]
  copies: Order[]
  keysSent: string[]
  placingFailures: ShopError[]
  answersToLose: number
  copyFailures: number
  copiesRefused: number
  clock: number
  /** Whether the device forgets its key as soon as the store has been asked. */
  erasesKey: boolean
  tryTakes: number
  hasLocks: boolean
  queue: Promise<unknown>
}

export function aShopper({ tryTakes = 0, hasLocks = true } = {}) {
  const items = anOrder().items
  return aTab({
    cart: toCart(items),
    attempt: undefined,
    orders: [],
    copies: [],
    keysSent: [],
    placingFailures: [],
    answersToLose: 0,
    copyFailures: 0,
    copiesRefused: 0,
    clock: 0,
    erasesKey: false,
    hasLocks,
    tryTakes,
    queue: Promise.resolve(),
  })
}

function aTab(world: World) {
  const checkout = createCheckout(servicesOf(world))
  return {
    checkout,
    state: () => checkout.$checkout.get(),
    cart: () => world.cart,
    orders: () => world.orders,
    copies: () => world.copies,
    copiesRefused: () => world.copiesRefused,
    keysSent: () => world.keysSent,
    openAnotherTab: () => aTab(world),
    /** Leaves for the confirmation, and arrives. */
    seeConfirmation: () => {
      if (world.attempt) world.attempt = { ...world.attempt, step: 'shown' }
    },
    fillCart: (quantity?: number) => {
      const { items } = anOrder()
      world.cart = toCart(quantity ? items.map((item) => ({ ...item, quantity })) : items)
    },
    emptyCart: () => {
      world.cart = EMPTY_CART
    },
    failPlacing: (error: ShopError, times: number) => {
      world.placingFailures = Array(times).fill(error)
    },
    loseAnswers: (times: number) => {
      world.answersToLose = times
    },
    eraseKeyOnceSent: () => {
      world.erasesKey = true
    },
    failCopies: (times: number) => {
      world.copyFailures = times
    },
  }
}

function servicesOf(world: World): CheckoutServices {
  return {
    readCart: () => world.cart,
    takeOrdered: (items) => {
      world.cart = withoutOrdered(world.cart, items)
    },
    rememberOrder: () => {},
    wait: async (milliseconds) => {
      world.clock += milliseconds
    },
    now: () => world.clock,
    oneAtATime: (work) => {
      if (!world.hasLocks) return work()
      const turn = world.queue.then(work)
      world.queue = turn.catch(() => {})
      return turn
    },
    placeOrder: async (key, request) => {
      world.keysSent.push(key.id)
      if (world.erasesKey) world.attempt = undefined
      world.clock += world.tryTakes
      const failure = world.placingFailures.shift()
      if (failure) throw failure
      const present = world.orders.find((order) => order.id === key.id)
      if (present && present.shippingAddress.city !== request.shippingAddress.city)
        throw new ShopError('attempt_reused')
      const order = present ?? anOrder({ id: key.id, shippingAddress: request.shippingAddress })
      if (!present) world.orders.push(order)
      if (world.answersToLose-- > 0) throw new ShopError('unreachable')
      return order
    },
    fetchOrder: async (id) => world.orders.find((order) => order.id === id),
    sendOrderCopy: async (order) => {
      if (world.copyFailures-- > 0) {
        world.copiesRefused++
        throw new ShopError('copy_refused')
      }
      world.copies.push(order)
    },
    attempts: attemptsInMemory(world),
  }
}
