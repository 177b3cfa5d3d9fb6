/* An order that is saved already, where the checkout is opened again or in several tabs. */
import { beforeEach, expect, test, vi } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, product } from '#tests/support/catalogue.ts'
import { aCustomer, aLostOrder, anOrderWithoutCopy } from '#tests/support/checkout-customer.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
const single = choice(product)
const elsewhere = { ...goodAddress, city: 'Multan' }

/** The form, beside the name of an order that is placed. */
const naming = (id: string | undefined) => ({ state: 'editing', named: [{ orderId: id }] })

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
    named: [{ orderId: id, isCopyMissing: true }],
  })
  await reopened.checkout.submit(goodAddress)
  expect(reopened.state()).toMatchObject({ state: 'placed', orderId: id })
})

test('opened without network, it names the order that is saved', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.loseNetwork()
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject(naming(id))
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
      named: [{ orderId: id, isCopyMissing: false }],
    })
    // What is ordered has left the cart.
    const left = customer.cart().items
    expect(left.map(({ quantity }) => quantity)).toEqual([3, 4])

    const again = customer.openAnotherTab()
    await again.checkout.open()
    expect(again.state()).toMatchObject(naming(id))
    expect(customer.cart().items).toEqual(left)

    customer.failCopies(0)
    await again.checkout.submit(elsewhere)
    expect(customer.orders()).toHaveLength(2)
    expect(customer.orders()[1]).toMatchObject({ items: left, shippingAddress: elsewhere })
    expect(again.state()).toMatchObject({ state: 'placed', named: [{ orderId: id }] })
  },
)

test('a smaller cart than the saved order’s is not emptied by naming that order', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.putInCart(single)
  const reopened = customer.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject(naming(id))
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

test('a second tab says so too, where it cannot look the order up', async () => {
  const { customer: first, id } = await aLostOrder()
  const second = first.openAnotherTab()
  await first.checkout.submit(elsewhere)
  expect(first.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: true })
  first.loseNetwork()
  await second.checkout.submit(elsewhere)
  expect(second.state()).toMatchObject({ state: 'placed', orderId: id, isBeforeChange: true })
})

test('a press that waits while the page finds an order with another cart places nothing', async () => {
  const { customer, id } = await aLostOrder()
  customer.fillCart(5)
  const reopened = customer.openAnotherTab()
  await Promise.all([reopened.checkout.open(), reopened.checkout.submit(goodAddress)])
  expect(customer.orders()).toHaveLength(1)
  expect(reopened.state()).toMatchObject(naming(id))
})

test('two tabs that press with a changed cart name the order and place nothing', async () => {
  const { customer: first, id } = await aLostOrder()
  first.fillCart(5)
  const second = first.openAnotherTab()
  await Promise.all([first.checkout.submit(elsewhere), second.checkout.submit(elsewhere)])
  expect(first.orders()).toHaveLength(1)
  expect(first.state()).toMatchObject(naming(id))
  expect(second.state()).toMatchObject(naming(id))
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
  expect(first.state()).toMatchObject(naming(id))
})

test('a tab that does not name the order that another tab names does so before it places one', async () => {
  const { customer, id } = await anOrderWithoutCopy()
  customer.putInCart(single)
  const second = customer.openAnotherTab()
  await customer.openAnotherTab().checkout.open()
  await second.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(1)
  expect(second.state()).toMatchObject(naming(id))
  customer.failCopies(0)
  await second.checkout.submit(goodAddress)
  expect(second.state()).toMatchObject({ state: 'placed', named: [{ orderId: id }] })
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
    expect(reopened.state()).toMatchObject(naming(id))
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
