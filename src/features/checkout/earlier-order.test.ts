/* An order that is saved already: it is confirmed once or named, and never stands for another cart. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import { aCustomer } from '#tests/support/checkout-customer.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const single = choice(product)
const elsewhere = { ...goodAddress, city: 'Multan' }

/** An order whose three responses were lost: its customer was told that it failed. */
async function aLostOrder() {
  const customer = aCustomer()
  customer.loseResponses(3)
  await customer.checkout.submit(goodAddress)
  const [order] = customer.orders()
  if (!order) throw new Error('The order was not saved')
  return { customer, id: order.id }
}

/** An order that its customer was told is saved, while the form service refuses everything. */
async function anOrderWithoutCopy() {
  const customer = aCustomer()
  customer.failCopies(Number.POSITIVE_INFINITY)
  await customer.checkout.submit(goodAddress)
  const [order] = customer.orders()
  if (!order) throw new Error('The order was not saved')
  return { customer, id: order.id }
}

test('a first refusal of the copy leaves the cart as it is and names the saved order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  expect(customer.state()).toMatchObject({
    state: 'failed',
    code: 'copy_refused',
    earlier: [{ orderId: id, isCopyMissing: true }],
  })
  expect(customer.cart().items).toHaveLength(2)
})

test('editing the form does not hide the saved order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.checkout.edit('city')
  await customer.checkout.submit({ ...goodAddress, city: '' })
  expect(customer.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
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

test.each([
  ['cart', [single], goodAddress],
  ['address', undefined, elsewhere],
] as const)(
  'another %s after a saved order is a second order, and the first one stays named',
  async (_, choices, address) => {
    const { customer, id } = await anOrderWithoutCopy()
    if (choices) customer.putInCart(...choices)
    const { items } = customer.cart()
    await customer.checkout.submit(address)
    expect(customer.orders()).toHaveLength(2)
    expect(customer.orders()[1]).toMatchObject({ items, shippingAddress: address })
    const second = customer.orders()[1]?.id
    // Its own copy is refused for the first time.
    expect(customer.state()).toMatchObject({
      state: 'failed',
      earlier: [
        { orderId: second, isCopyMissing: true },
        { orderId: id, isCopyMissing: false },
      ],
    })

    await customer.checkout.submit(address)
    expect(customer.state()).toMatchObject({
      state: 'placed',
      orderId: second,
      earlier: [{ orderId: id }],
    })
    expect(customer.cart().items).toEqual([])
  },
)

test('opened with the same cart, the checkout sends the copy once more and confirms the order', async () => {
  const customer = aCustomer()
  customer.failCopies(1)
  await customer.checkout.submit(goodAddress)
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject({ state: 'placed', orderId: customer.orders()[0]?.id })
  expect(customer.copies()).toHaveLength(1)
})

test('opened with the same cart while copies are refused, it names the order and waits for the press', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject({
    state: 'editing',
    earlier: [{ orderId: id, isCopyMissing: true }],
  })
  await reopened.checkout.submit(goodAddress)
  expect(reopened.state()).toMatchObject({ state: 'placed', orderId: id })
})

test('opened without network, it names the order that is saved', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.loseNetwork()
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
})

test('opened with an empty cart, it confirms the saved order, accepted copy or not', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.emptyCart()
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject({ state: 'placed', orderId: id })
})

test('a cart emptied in another tab leads to the saved order, not away from it', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.emptyCart()
  customer.checkout.onCartChange()
  await vi.waitFor(() => expect(customer.state()).toMatchObject({ state: 'placed', orderId: id }))
})

test.each([
  ['whose copy was refused', anOrderWithoutCopy],
  ['whose response was lost', aLostOrder],
] as const)(
  'opened with another cart, the checkout names an order %s and leads nowhere',
  async (_, anEarlierOrder) => {
    const { customer, id } = await anEarlierOrder()
    customer.fillCart(5)
    const reopened = customer.openAnotherTab()
    await reopened.checkout.open()
    expect(reopened.state()).toMatchObject({
      state: 'editing',
      earlier: [{ orderId: id, isCopyMissing: false }],
    })
    // What is ordered has left the cart.
    const left = customer.cart().items
    expect(left.map(({ quantity }) => quantity)).toEqual([3, 4])

    const again = customer.openAnotherTab()
    await again.checkout.open()
    expect(again.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
    expect(customer.cart().items).toEqual(left)

    customer.failCopies(0)
    await again.checkout.submit(elsewhere)
    expect(customer.orders()).toHaveLength(2)
    expect(customer.orders()[1]).toMatchObject({ items: left, shippingAddress: elsewhere })
    expect(again.state()).toMatchObject({ state: 'placed', earlier: [{ orderId: id }] })
  },
)

test('a smaller cart than the saved order’s is not emptied by naming that order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.putInCart(single)
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
  expect(customer.cart().items).toMatchObject([single])
})

test('a page opened again finds the order whose response was lost', async () => {
  const { customer, id } = await aLostOrder()
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open(() => goodAddress)
  expect(reopened.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: false })
  expect(customer.orders()).toHaveLength(1)
  expect(customer.cart().items).toEqual([])
})

test('opened with another address in the form, it says that the order was placed before that', async () => {
  const { customer, id } = await aLostOrder()
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open(() => elsewhere)
  expect(reopened.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: true })
})

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
    earlier: [{ orderId: id, isCopyMissing: false }],
  })
  const left = customer.cart().items
  expect(left.map(({ quantity }) => quantity)).toEqual([3, 4])

  await customer.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(2)
  expect(customer.orders()[1]?.items).toMatchObject(left)
  expect(customer.state()).toMatchObject({ state: 'placed', earlier: [{ orderId: id }] })
})

test('where the response to the second order is lost, the first one stays named', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.putInCart(single)
  customer.loseResponses(3)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({
    state: 'failed',
    earlier: [{ orderId: id, isCopyMissing: false }],
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

test('a press that waits while the page finds an order with another cart places nothing', async () => {
  const { customer, id } = await aLostOrder()
  customer.fillCart(5)
  const reopened = customer.openAnotherTab()
  await Promise.all([reopened.checkout.open(), reopened.checkout.submit(goodAddress)])
  expect(customer.orders()).toHaveLength(1)
  expect(reopened.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
})

test('two tabs that press with a changed cart name the order and place nothing', async () => {
  const { customer: first, id } = await aLostOrder()
  first.fillCart(5)
  const second = first.openAnotherTab()
  await Promise.all([first.checkout.submit(elsewhere), second.checkout.submit(elsewhere)])
  expect(first.orders()).toHaveLength(1)
  expect(first.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
  expect(second.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
})

test('a tab that was not told of the saved order does not place a second one unnoticed', async () => {
  const customer = aCustomer()
  const second = customer.openAnotherTab()
  customer.failCopies(1)
  await customer.checkout.submit(goodAddress)
  await second.checkout.submit(elsewhere)
  expect(customer.orders()).toHaveLength(1)
  expect(second.state()).toMatchObject({ state: 'placed', isBeforeChange: true })
})

test('a press whose cart has changed while it waited places nothing', async () => {
  const { customer: first, id } = await anOrderWithoutCopy()
  first.fillCart(5)
  const second = first.openAnotherTab()
  await Promise.all([second.checkout.open(), first.checkout.submit(goodAddress)])
  expect(first.orders()).toHaveLength(1)
  expect(first.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
})

test('a tab that does not name the order that another tab names does so before it places one', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.putInCart(single)
  const second = customer.openAnotherTab()
  await customer.openAnotherTab().checkout.open()
  await second.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(1)
  expect(second.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
  customer.failCopies(0)
  await second.checkout.submit(goodAddress)
  expect(second.state()).toMatchObject({ state: 'placed', earlier: [{ orderId: id }] })
})

test('a second order of one tab is the order that a waiting press of another tab is led to', async () => {
  const { customer: first } = await anOrderWithoutCopy()
  first.failCopies(0)
  first.fillCart(5)
  const second = first.openAnotherTab()
  await Promise.all([first.checkout.submit(goodAddress), second.checkout.submit(goodAddress)])
  expect(first.orders()).toHaveLength(2)
  expect(second.state()).toEqual(first.state())
})

test('an order whose confirmation was never reached is shown before the same is ordered again', async () => {
  const first = aCustomer()
  await first.checkout.submit(goodAddress)
  first.fillCart()
  const reopened = first.openAnotherTab()
  await Promise.all([reopened.checkout.open(), reopened.checkout.submit(goodAddress)])
  expect(reopened.state()).toMatchObject({ state: 'placed', orderId: first.orders()[0]?.id })
  expect(first.orders()).toHaveLength(1)
  expect(first.cart().items).not.toEqual([])
})

test.each([false, true])(
  'an order whose confirmation was never reached is named beside another cart (offline: %o)',
  async (isOffline) => {
    const first = aCustomer()
    await first.checkout.submit(goodAddress)
    const id = first.orders()[0]?.id
    first.putInCart(single)
    const reopened = first.openAnotherTab()
    first.loseNetwork(isOffline)
    await reopened.checkout.open()
    expect(reopened.state()).toMatchObject({ state: 'editing', earlier: [{ orderId: id }] })
    expect(first.cart().items).toMatchObject([single])

    first.loseNetwork(false)
    await reopened.checkout.submit(goodAddress)
    expect(first.orders()).toHaveLength(2)
  },
)

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
