/*
 * The checkout where an order is saved already, in the next press, in a page that is opened again and in several tabs: it is
 * confirmed once or named, and never stands for another cart.
 */
import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { ShippingAddress } from '#order/address/address.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import { aCustomer, aLostOrder, anOrderWithoutCopy } from '#tests/support/checkout-customer.ts'
import { anOrder } from '#tests/support/order-factories.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const single = choice(product)
const elsewhere = { ...goodAddress, city: 'Multan' }

type Customer = ReturnType<typeof aCustomer>

/** The order that is saved: of two lines, at goodAddress. */
const EARLIER: Record<string, () => Promise<{ customer: Customer; id: string }>> = {
  'no response': aLostOrder,
  'no copy': anOrderWithoutCopy,
  async 'a late copy'() {
    const saved = await anOrderWithoutCopy()
    saved.customer.failCopies(0)
    return saved
  },
  async 'no confirmation'() {
    const customer = aCustomer()
    await customer.checkout.submit(goodAddress)
    return { customer, id: String(customer.orders()[0]?.id) }
  },
}

/** What is in the cart then. */
const CARTS: Record<string, (customer: Customer) => void> = {
  same: ({ fillCart }) => fillCart(),
  turned: ({ putInCart, cart }) => putInCart(...cart().items.toReversed()),
  dearer: ({ orders }) => {
    for (const item of orders()[0]?.items ?? []) item.price += 100
  },
  more: ({ fillCart }) => fillCart(5),
  less: ({ putInCart }) => putInCart(single),
  none: ({ emptyCart }) => emptyCart(),
}

const ADDRESSES: Record<string, ShippingAddress> = {
  here: goodAddress,
  elsewhere,
  landmark: { ...goodAddress, landmark: 'Behind the school' },
}

type Step = (first: Customer, second: Customer, address: ShippingAddress) => Promise<unknown>

/** What is done in the tab of the first press or in a second one. The first word says at which of them the customer looks. */
const STEPS: Record<string, Step> = {
  'first: nothing': async () => {},
  'first: press': (first, _, address) => first.checkout.submit(address),
  'first: press while the second opens': (first, second, address) =>
    Promise.all([second.checkout.open(), first.checkout.submit(address)]),
  'second: open': (_, second, address) => second.checkout.open(() => address),
  'second: open again': async (first, second) => {
    await first.openAnotherTab().checkout.open()
    await second.checkout.open()
  },
  'second: open offline': async (first, second) => {
    first.loseNetwork()
    await second.checkout.open()
    first.loseNetwork(false)
  },
  'second: open and press': (_, second, address) =>
    Promise.all([second.checkout.open(), second.checkout.submit(address)]),
  'second: press': (_, second, address) => second.checkout.submit(address),
  'second: press once a third opened': async (first, second, address) => {
    await first.openAnotherTab().checkout.open()
    await second.checkout.submit(address)
  },
  'both: press': (first, second, address) =>
    Promise.all([first, second].map(({ checkout }) => checkout.submit(address))),
}

/** Missing of the earlier order | cart | address | step | what comes of it, and of the next press. */
const OUTCOMES = `
no response     | same   | here      | first: press                        | placed first; cart none
no response     | turned | here      | first: press                        | placed first; cart none
no response     | same   | elsewhere | first: press                        | placed first as it was; cart none
no response     | more   | here      | first: press                        | names first; cart 3 4 | placed second; names first
no response     | none   | here      | first: press                        | placed first; cart none
no response     | same   | here      | second: open                        | placed first; cart none
no response     | same   | elsewhere | second: open                        | placed first as it was; cart none
no response     | more   | elsewhere | second: open                        | names first; cart 3 4 | placed second; names first
no response     | more   | elsewhere | second: open again                  | names first; cart 3 4 | placed second; names first
no response     | more   | here      | second: open and press              | names first; cart 3 4
no response     | more   | elsewhere | both: press                         | names first; cart 3 4
no copy         | same   | here      | first: nothing                      | copy_refused; names first without copy; cart 2 1
no copy         | same   | here      | first: press                        | placed first; cart none
no copy         | dearer | here      | first: press                        | placed first; cart none
no copy         | less   | here      | first: press                        | copy_refused; names second without copy and first; cart 1 | placed second; names first
no copy         | same   | elsewhere | first: press                        | copy_refused; names second without copy and first; cart 2 1 | placed second; names first
no copy         | same   | landmark  | first: press                        | copy_refused; names second without copy and first; cart 2 1 | placed second; names first
no copy         | same   | here      | second: open                        | names first without copy; cart 2 1 | placed first
no copy         | same   | here      | second: open offline                | names first without copy; cart 2 1
no copy         | none   | here      | second: open                        | placed first; cart none
no copy         | less   | here      | second: open                        | names first; cart 1
no copy         | more   | elsewhere | second: open again                  | names first; cart 3 4 | placed second; names first
no copy         | more   | here      | first: press while the second opens | names first; cart 3 4
no copy         | less   | here      | second: press once a third opened   | names first; cart 1 | placed second; names first
a late copy     | same   | here      | second: open                        | placed first; cart none
a late copy     | same   | elsewhere | second: press                       | placed first as it was; cart none
a late copy     | more   | here      | both: press                         | placed second; names first; cart none
no confirmation | same   | here      | second: open and press              | placed first; cart 2 1
no confirmation | less   | here      | second: open                        | names first; cart 1 | placed second; names first
no confirmation | less   | here      | second: open offline                | names first; cart 1 | placed second; names first
`

test.each(
  OUTCOMES.trim()
    .split('\n')
    .map((row) => row.split(/ +\| /)),
)('of an order with %s, cart %s, address %s, %s: %s', async (...row) => {
  const [earlier = '', cart = '', address = '', step = '', outcome = '', next] = row
  const { customer, id } = (await EARLIER[earlier]?.()) ?? { customer: aCustomer(), id: '' }
  CARTS[cart]?.(customer)
  const shippingAddress = ADDRESSES[address] ?? goodAddress
  const { items } = customer.cart()
  const second = customer.openAnotherTab()
  await STEPS[step]?.(customer, second, shippingAddress)
  const tabs = [customer, second].slice(...(LOOKS_AT[step.split(':')[0] ?? ''] ?? []))
  for (const tab of tabs) expect(outcomeOf(tab, id)).toBe(outcome)
  const isSecond = outcome.includes('second')
  expect(customer.orders()).toHaveLength(isSecond ? 2 : 1)
  expect(customer.orders()[0]?.shippingAddress).toEqual(goodAddress)
  if (isSecond) expect(customer.orders()[1]).toMatchObject({ items, shippingAddress })
  if (earlier !== 'no copy') expect(customer.copies()).toHaveLength(customer.orders().length)
  if (!next) return
  const left = customer.cart().items
  customer.failCopies(0)
  for (const tab of tabs) {
    await tab.checkout.submit(shippingAddress)
    expect(outcomeOf(tab, id)).toBe(`${next}; cart none`)
  }
  if (next.includes('second'))
    expect(customer.orders()[1]).toMatchObject({ items: left, shippingAddress })
})

const LOOKS_AT: Record<string, [number, number?]> = { first: [0, 1], second: [1], both: [0] }

function outcomeOf({ state, cart }: Customer, first: string): string {
  const view = state()
  const nameOf = (id: string) => (id === first ? 'first' : 'second')
  const parts: string[] = []
  if (view.state === 'placed')
    parts.push(`placed ${nameOf(view.orderId)}${view.isBeforeChange ? ' as it was' : ''}`)
  if (view.state === 'failed') parts.push(view.code)
  const names = ('named' in view ? view.named : []).map(
    ({ orderId, isCopyMissing }) => nameOf(orderId) + (isCopyMissing ? ' without copy' : ''),
  )
  if (names.length > 0) parts.push(`names ${names.join(' and ')}`)
  const lines = cart().items.map(({ quantity }) => quantity)
  return [...parts, `cart ${lines.join(' ') || 'none'}`].join('; ')
}

test('editing the form does not hide the saved order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.checkout.edit('city')
  await customer.checkout.submit({ ...goodAddress, city: '' })
  expect(customer.state()).toMatchObject({ state: 'editing', named: [{ orderId: id }] })
})

test('the next press with the same cart and address sends only the copy again', async () => {
  const customer = aCustomer()
  customer.failCopies(1)
  await customer.checkout.submit(goodAddress)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed', orderId: customer.orders()[0]?.id })
  expect(customer.orders()).toHaveLength(1)
  expect(customer.copies()).toHaveLength(1)
  expect(customer.keysSent()).toHaveLength(1)
  expect(customer.cart().items).toEqual([])
})

test('a lost order that the admin entered meanwhile is confirmed, though its lines differ', async () => {
  const customer = aCustomer()
  const entered = anOrder({ id: 'MANUALAA', items: anOrder().items.slice(1) })
  const tab = customer.openAnotherTab({ placeOrder: async ({ id }) => ({ ...entered, id }) })
  await tab.checkout.submit(goodAddress)
  expect(tab.state()).toMatchObject({ state: 'placed' })
  expect(tab.cart().items).toEqual([])
  expect(customer.orders()).toHaveLength(0)
})

test('opened again, the checkout takes an order that the admin entered meanwhile for its own', async () => {
  const customer = aCustomer()
  customer.failPlacing(new ShopError('unreachable'), 3)
  await customer.checkout.submit(goodAddress)
  const { id } = customer.attempt().key
  const entered = anOrder({ id, items: anOrder().items.slice(1) })
  const keys: string[] = []
  const tab = customer.openAnotherTab({
    fetchOrder: async () => entered,
    placeOrder: async (key) => {
      keys.push(key.id)
      return entered
    },
  })
  await tab.checkout.open(() => goodAddress)
  expect(tab.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: false })
  expect(tab.cart().items).toEqual([])
  expect(keys).toEqual([id])
})

test('an address that the backend has changed is still the same order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  const [order] = customer.orders()
  if (!order) throw new Error('The order is gone')
  order.shippingAddress = { ...goodAddress, address: '12 Canal Road' }
  const { checkout } = customer.openAnotherTab({
    // As after a correction by the admin: the backend compares what was sent, not what is stored.
    placeOrder: async (key, request) =>
      key.id === id ? order : customer.services.placeOrder(key, request),
  })
  await checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(1)
  expect(checkout.$checkout.get()).toMatchObject({ state: 'placed', orderId: id })
})

test('where the response to the second order is lost, the first one stays named', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.putInCart(single)
  customer.loseResponses(3)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({
    state: 'failed',
    named: [{ orderId: id, isCopyMissing: false }],
  })
  await customer.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(2)
})

test('a saved order that the backend no longer has is placed again under the same key', async () => {
  const { customer } = await anOrderWithoutCopy()
  customer.orders().length = 0
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(new Set(customer.keysSent()).size).toBe(1)
})

test('a cart emptied in another tab leads to the saved order, not away from it', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.emptyCart()
  customer.checkout.onCartChange()
  await vi.waitFor(() => expect(customer.state()).toMatchObject({ state: 'placed', orderId: id }))
})

test('a second tab says so too, where it cannot look the order up', async () => {
  const { customer: first, id } = await aLostOrder()
  const second = first.openAnotherTab()
  await first.checkout.submit(elsewhere)
  expect(first.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: true })
  first.loseNetwork()
  await second.checkout.submit(elsewhere)
  expect(second.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: true })
})

test('an order of an earlier visit is not shown for an emptied cart', async () => {
  const first = aCustomer()
  await first.checkout.submit(goodAddress)
  first.seeConfirmation()
  const later = first.openAnotherTab()
  later.fillCart()
  await later.checkout.open()
  later.emptyCart()
  later.checkout.onCartChange()
  expect(later.state()).toMatchObject({ state: 'empty' })
})
