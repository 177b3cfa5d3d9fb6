import { describe, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { deviceCode } from '#order/device-code.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { aCustomer, anOrderWithoutCopy } from '#tests/support/checkout-customer.ts'
import { anOrder } from '#tests/support/order-factories.ts'

const unreachable = () => new ShopError('unreachable')

test('an order is saved, copied and taken out of the cart', async () => {
  const customer = aCustomer()
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(customer.orders()).toHaveLength(1)
  expect(customer.copies()).toHaveLength(1)
  expect(customer.cart().items).toEqual([])
})

test('rule 7.42: a placed order is handed over to its confirmation, and one of another device is not', async () => {
  const customer = aCustomer()
  await customer.checkout.submit(goodAddress)
  expect(customer.handedOver()).toEqual(customer.orders())

  const other = aCustomer()
  await other.checkout.open()
  other.enterWithoutRights(anOrder({ id: other.attempt().key.id }))
  vi.spyOn(console, 'error').mockReturnValue()
  await other.checkout.submit(goodAddress)
  expect(other.handedOver()).toEqual([])
})

test('rule 5.13: nothing is looked up before the first press, and an opening after an unknown outcome does', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const customer = aCustomer()
  const fetchOrder = vi.fn(customer.services.fetchOrder)
  await customer.openAnotherTab({ fetchOrder }).checkout.open()
  await customer.openAnotherTab({ fetchOrder }).checkout.open()
  expect(fetchOrder).not.toHaveBeenCalled()
  customer.failPlacing(unreachable(), 3)
  await customer.checkout.submit(goodAddress)
  await customer.openAnotherTab({ fetchOrder }).checkout.open()
  expect(fetchOrder).toHaveBeenCalledOnce()
})

test('rules 4.39 and 19.3: the button is busy at once while an address is completed, and a second press does nothing', async () => {
  const customer = aCustomer()
  const { $isCompletingAddress, submit } = customer.checkout
  let complete = (_: typeof goodAddress) => {}
  const pressed = submit(
    new Promise((resolve) => {
      complete = resolve
    }),
  )
  expect($isCompletingAddress.get()).toBe(true)
  await submit({ ...goodAddress, city: ' ' })
  expect(customer.state()).toEqual({ state: 'editing', problems: {}, named: [] })
  complete(goodAddress)
  await pressed
  expect($isCompletingAddress.get()).toBe(false)
  expect(customer.orders()).toHaveLength(1)
})

test('an order that opening the page finds while an address is completed stays placed', async () => {
  const customer = aCustomer()
  customer.loseResponses(3)
  vi.spyOn(console, 'error').mockReturnValue()
  await customer.checkout.submit(goodAddress)
  const { checkout, state, orders } = customer.openAnotherTab()
  const opened = checkout.open(() => goodAddress)
  await checkout.submit(opened.then(() => ({ ...goodAddress, city: ' ' })))
  expect(state()).toMatchObject({ state: 'placed' })
  expect(orders()).toHaveLength(1)
})

test('a form with problems sends nothing', async () => {
  const customer = aCustomer()
  await customer.checkout.submit({ ...goodAddress, city: ' ' })
  expect(customer.state()).toEqual({
    state: 'editing',
    problems: { city: 'required' },
    named: [],
  })
  expect(customer.keysSent()).toEqual([])
})

test('rule 4.17: extras are placed with the order, and blank ones are left out', async () => {
  const customer = aCustomer()
  const extras = { landmark: ' near the  mosque ', secondPhone: ' ', riderNote: 'Ring twice' }
  await customer.checkout.submit({ ...goodAddress, ...extras })
  const saved = { ...goodAddress, landmark: 'near the  mosque', riderNote: 'Ring twice' }
  expect(customer.orders()).toMatchObject([{ shippingAddress: saved }])
  expect(customer.orders()[0]?.shippingAddress).not.toHaveProperty('secondPhone')
})

test('rule 4.17: invalid extras are problems of their fields', async () => {
  const customer = aCustomer()
  const extras = { landmark: 'x'.repeat(121), secondPhone: '12345' }
  await customer.checkout.submit({ ...goodAddress, ...extras })
  const problems = { landmark: 'too_long', secondPhone: 'phone_invalid' }
  expect(customer.state()).toMatchObject({ state: 'editing', problems })
  expect(customer.keysSent()).toEqual([])
})

test('rules 4.33 and 5.18: an order that could not be placed is named with its id, the code of the device and its address, until a field is edited', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  for (const [code, tries] of [
    ['unreachable', 3],
    ['rate_limited', 1],
    ['price_changed', 1],
    ['total_mismatch', 1],
    ['too_many_tries', 1],
    ['invalid', 1],
  ] as const) {
    const customer = aCustomer()
    customer.failPlacing(new ShopError(code), tries)
    await customer.checkout.submit({ ...goodAddress, landmark: ' Mosque ' })
    const { id: orderId, token } = customer.attempt().key
    expect(customer.keysSent()).toEqual(Array(tries).fill(orderId))
    const address = { ...goodAddress, landmark: 'Mosque' }
    const unsent = { orderId, code: deviceCode(token), address }
    expect(customer.state()).toMatchObject({ state: 'failed', code, unsent })
    expect(customer.cart().items).toHaveLength(2)
    customer.checkout.edit('city')
    expect(customer.state()).not.toHaveProperty('unsent')
  }
})

test('rule 4.33: a mistake that only the backend finds is shown at its field, without a message to the shop', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const customer = aCustomer()
  customer.failPlacing(new ShopError('phone_invalid', { field: 'phone' }), 1)
  await customer.checkout.submit(goodAddress)
  const problems = { phone: 'phone_invalid' }
  expect(customer.state()).toMatchObject({ state: 'failed', code: 'phone_invalid', problems })
  expect(customer.state()).not.toHaveProperty('unsent')
})

test('rule 5.8: a gateway that limits calls gets one retry, after the longest pause', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const customer = aCustomer()
  customer.failPlacing(new ShopError('unreachable', { status: 429 }), 9)
  await customer.checkout.submit(goodAddress)
  expect(customer.keysSent()).toHaveLength(2)
  expect(customer.services.now()).toBe(1500)
  expect(customer.state()).toMatchObject({ state: 'failed', code: 'unreachable' })
})

test('editing a field clears that field’s problem only', async () => {
  const customer = aCustomer()
  await customer.checkout.submit({ ...goodAddress, city: '', phone: '' })
  customer.checkout.edit('city')
  expect(customer.state()).toEqual({
    state: 'editing',
    problems: { phone: 'required' },
    named: [],
  })
})

test('a response lost after the save is found again by the automatic retry', async () => {
  const customer = aCustomer()
  customer.loseResponses(1)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(customer.orders()).toHaveLength(1)
  expect(new Set(customer.keysSent()).size).toBe(1)
})

test('three lost tries keep the cart, and the next press names the same order', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const customer = aCustomer()
  customer.failPlacing(unreachable(), 3)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'failed', code: 'unreachable' })
  expect(customer.cart().items).toHaveLength(2)

  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(customer.keysSent()).toHaveLength(4)
  expect(new Set(customer.keysSent()).size).toBe(1)
})

test('no retry begins after 20 seconds', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const customer = aCustomer({ requestTakes: 10_000 })
  customer.failPlacing(unreachable(), 9)
  await customer.checkout.submit(goodAddress)
  expect(customer.keysSent()).toHaveLength(2)
})

test('D13 an id that is taken is replaced', async () => {
  const customer = aCustomer()
  customer.failPlacing(new ShopError('id_taken'), 1)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(new Set(customer.keysSent()).size).toBe(2)
})

test('an attempt whose order was erased places nothing, and the next press orders anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const customer = aCustomer()
  customer.failPlacing(new ShopError('order_erased'), 1)
  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'failed', code: 'order_erased' })
  expect(customer.orders()).toEqual([])
  expect(customer.cart().items).toHaveLength(2)

  await customer.checkout.submit(goodAddress)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(new Set(customer.keysSent()).size).toBe(2)
})

test('D34 a key erased from the device while the order is on its way is still the order’s only key', async () => {
  const customer = aCustomer()
  customer.eraseKeyOnceSent()
  customer.loseResponses(2)
  await customer.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(1)
  expect(customer.state()).toMatchObject({ state: 'placed', orderId: customer.orders()[0]?.id })
})

test('a tab opened while another places the order is led to the same confirmation', async () => {
  const first = aCustomer()
  const placing = first.checkout.submit(goodAddress)
  const second = first.openAnotherTab()
  await Promise.all([placing, second.checkout.open()])
  expect(second.state()).toEqual(first.state())
})

test('two tabs that press at once place one order and end at the same confirmation', async () => {
  const first = aCustomer()
  const second = first.openAnotherTab()
  await Promise.all([first.checkout.submit(goodAddress), second.checkout.submit(goodAddress)])
  expect(first.orders()).toHaveLength(1)
  expect(first.state()).toMatchObject({ state: 'placed' })
  expect(second.state()).toEqual(first.state())
})

test('without locks two tabs still place one order and take its units out once', async () => {
  const first = aCustomer({ hasLocks: false })
  await first.checkout.open()
  const second = first.openAnotherTab()
  const pressed = [first.checkout.submit(goodAddress), second.checkout.submit(goodAddress)]
  first.fillCart(5)
  await Promise.all(pressed)
  expect(first.orders()).toHaveLength(1)
  expect(second.state()).toEqual(first.state())
  const [ordered] = first.orders()[0]?.items ?? []
  expect(first.cart().items[0]?.quantity).toBe(5 - (ordered?.quantity ?? 0))
})

test('a tab whose cart another tab has ordered shows that order', async () => {
  const first = aCustomer()
  const second = first.openAnotherTab()
  await first.checkout.submit(goodAddress)
  second.checkout.onCartChange()
  expect(second.state()).toEqual(first.state())
})

test('a cart emptied in another tab leaves nothing to order, and nothing to look up', async () => {
  const customer = aCustomer()
  customer.emptyCart()
  const fetchOrder = vi.fn(customer.services.fetchOrder)
  const tab = customer.openAnotherTab({ fetchOrder })
  await tab.checkout.submit(goodAddress)
  expect(tab.state()).toMatchObject({ state: 'empty' })
  expect(fetchOrder).not.toHaveBeenCalled()
  expect(customer.keysSent()).toEqual([])
})

describe('rule 17.6: where others of the client address have used up its misses', () => {
  const rateLimited = { fetchOrder: () => Promise.reject(new ShopError('rate_limited')) }

  test('a press on an emptied cart is not refused', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const customer = aCustomer()
    customer.failPlacing(unreachable(), 3)
    await customer.checkout.submit(goodAddress)
    customer.emptyCart()
    const tab = customer.openAnotherTab(rateLimited)
    await tab.checkout.submit(goodAddress)
    expect(tab.state()).toMatchObject({ state: 'empty' })
  })

  test('an order that was deleted after its copy failed is placed again under the same key', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { customer, id } = await anOrderWithoutCopy()
    customer.orders().length = 0
    const tab = customer.openAnotherTab(rateLimited)
    await tab.checkout.submit(goodAddress)
    expect(tab.state()).toMatchObject({ state: 'placed', orderId: id })
    expect(customer.orders()).toHaveLength(1)
  })
})

test('rule 17.5: a device names an earlier order with the one that it places', async () => {
  const customer = aCustomer()
  const earlier = { id: 'EARLIERA', token: 'x'.repeat(32) }
  customer.hasOrderedBefore(earlier)
  await customer.checkout.submit(goodAddress)
  expect(customer.requests()).toMatchObject([{ orderOfPhone: earlier }])
})

describe('rule 5.18: an order that an admin entered from a message', () => {
  test('without the code of this device is confirmed, and the device remembers no key', async () => {
    const customer = aCustomer()
    await customer.checkout.open()
    const { id } = customer.attempt().key
    const { items, total } = customer.cart()
    customer.enterWithoutRights(anOrder({ id, items, total }))
    await customer.checkout.submit(goodAddress)
    expect(customer.state()).toMatchObject({ state: 'placed', orderId: id })
    expect(customer.cart().items).toEqual([])
    expect(customer.remembered()).toEqual([])
  })

  test('with it, is remembered under the number that the admin gave it', async () => {
    const customer = aCustomer()
    const other = customer.openAnotherTab({
      placeOrder: async () => anOrder({ id: 'NEWNUMBR', mayChange: true }),
    })
    await other.checkout.open()
    const { token } = customer.attempt().key
    await other.checkout.submit(goodAddress)
    expect(other.state()).toMatchObject({ state: 'placed', orderId: 'NEWNUMBR' })
    expect(customer.attempt()).toEqual({ key: { id: 'NEWNUMBR', token }, step: 'complete' })
    expect(customer.remembered()).toEqual(['NEWNUMBR'])
  })

  test('and whose number another customer’s order has, is not taken for it on opening', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const customer = aCustomer()
    customer.failPlacing(unreachable(), 3)
    await customer.checkout.submit(goodAddress)
    const { id } = customer.attempt().key
    const { items, total } = customer.cart()
    customer.enterWithoutRights(anOrder({ id, items, total }))
    customer.failPlacing(new ShopError('id_taken'), 9)
    await customer.openAnotherTab().checkout.open(() => goodAddress)
    await customer.openAnotherTab().checkout.open()
    expect(customer.attempt()).toMatchObject({ key: { id }, step: 'placing' })
    expect(customer.cart().items).toHaveLength(2)
  })
})

test('a second order after the first is a second order', async () => {
  const customer = aCustomer()
  await customer.checkout.submit(goodAddress)
  customer.seeConfirmation()
  const next = customer.openAnotherTab()
  next.fillCart()
  await next.checkout.open()
  await next.checkout.submit(goodAddress)
  expect(customer.orders()).toHaveLength(2)
})
