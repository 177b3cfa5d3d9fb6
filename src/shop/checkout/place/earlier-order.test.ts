/* The next press, where an order is saved already: it is confirmed once or named, and never stands for another cart. */
import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { ShippingAddress } from '#order/address/address.ts'
import type { ChosenLine } from '#shop/cart/cart.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import { aCustomer, aLostOrder, anOrderWithoutCopy } from '#tests/support/checkout-customer.ts'
import { anOrder } from '#tests/support/order-factories.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const single = choice(product)
const elsewhere = { ...goodAddress, city: 'Multan' }

test('a first refusal of the copy leaves the cart as it is and names the saved order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  expect(customer.state()).toMatchObject({
    state: 'failed',
    code: 'copy_refused',
    named: [{ orderId: id, isCopyMissing: true }],
  })
  expect(customer.cart().items).toHaveLength(2)
})

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

test('the next press confirms the order although its copy is refused again', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed', orderId: id })
  expect(customer.copiesRefused()).toBe(2)
  expect(customer.orders()).toHaveLength(1)
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

test('a price that changed meanwhile does not make the same cart a second order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  for (const item of customer.orders()[0]?.items ?? []) item.price += 100
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed', orderId: id })
})

test('the same lines in another order are the same cart', async () => {
  const { customer, id } = await aLostOrder()
  customer.putInCart(...customer.cart().items.toReversed())
  await customer.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(1)
  expect(customer.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: false })
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

test.each<[string, ChosenLine[] | undefined, ShippingAddress]>([
  ['cart', [single], goodAddress],
  ['address', undefined, elsewhere],
  ['landmark', undefined, { ...goodAddress, landmark: 'Behind the school' }],
])(
  'another %s after a saved order is a second order, and the first one stays named',
  async (_, choices, address) => {
    const { customer, id } = await anOrderWithoutCopy()
    if (choices) customer.putInCart(...choices)
    const { items } = customer.cart()
    await customer.checkout.submit(address)
    expect(customer.orders()).toHaveLength(2)
    const { id: second, items: ordered, shippingAddress } = customer.orders()[1] ?? {}
    expect(ordered).toMatchObject(items)
    expect(shippingAddress).toEqual(address)
    // Its own copy is refused for the first time.
    expect(customer.state()).toMatchObject({
      state: 'failed',
      named: [
        { orderId: second, isCopyMissing: true },
        { orderId: id, isCopyMissing: false },
      ],
    })

    await customer.checkout.submit(address)
    expect(customer.state()).toMatchObject({
      state: 'placed',
      orderId: second,
      named: [{ orderId: id }],
    })
    expect(customer.cart().items).toEqual([])
  },
)

test('another address after a lost response: the order is confirmed as it was placed, with a note', async () => {
  const { customer, id } = await aLostOrder()
  await customer.checkout.submit(elsewhere)
  expect(customer.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: true })
  expect(customer.orders()).toMatchObject([{ shippingAddress: goodAddress }])
  expect(customer.copies()).toHaveLength(1)
  expect(customer.cart().items).toEqual([])
})

test('another cart after a lost response: the order is named, and the next press places the rest', async () => {
  const { customer, id } = await aLostOrder()
  customer.fillCart(5)
  await customer.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(1)
  expect(customer.copies()).toHaveLength(1)
  expect(customer.state()).toMatchObject({
    state: 'editing',
    named: [{ orderId: id, isCopyMissing: false }],
  })
  const left = customer.cart().items
  expect(left.map(({ quantity }) => quantity)).toEqual([3, 4])

  await customer.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(2)
  expect(customer.orders()[1]?.items).toMatchObject(left)
  expect(customer.state()).toMatchObject({ state: 'placed', named: [{ orderId: id }] })
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

test('an empty cart after a lost response is the order that emptied it', async () => {
  const { customer, id } = await aLostOrder()
  customer.emptyCart()
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed', orderId: id })
})

test('a saved order that the backend no longer has is placed again under the same key', async () => {
  const { customer } = await anOrderWithoutCopy()
  customer.orders().length = 0
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(new Set(customer.keysSent()).size).toBe(1)
})
