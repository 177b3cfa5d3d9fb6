import { expect, test, vi } from 'vitest'
import { fromMinor } from '#kit/money.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { aCustomer } from '#tests/support/checkout-customer.ts'
import { withPrices } from './agreed-prices.ts'

type Customer = ReturnType<typeof aCustomer>

/** The refusal of a database where every unit costs so much more, in minor units, and the nth line is not sold. */
function refusal(customer: Customer, code: string, more: number, gone: number[] = []): ShopError {
  const items = customer.cart().items.map(({ id, size, price }, nth) => ({
    id,
    size,
    ...(!gone.includes(nth) && { price: fromMinor(price + more) }),
  }))
  return new ShopError(code, { cause: { ok: false, code, items, total: 1 } })
}

async function press(customer: Customer): Promise<void> {
  await customer.checkout.submit(goodAddress)
}

const units = (customer: Customer) =>
  customer.cart().items.reduce((sum, { quantity }) => sum + quantity, 0)

test('rule 5.19: a customer is asked once about new prices, and a yes places the order at them', async () => {
  const customer = aCustomer()
  const { total } = customer.cart()
  const count = units(customer)
  customer.failPlacing(refusal(customer, 'price_changed', 5000), 1)
  await press(customer)
  const now = customer.state()
  expect(now).toMatchObject({ state: 'asking', question: { about: 'prices' }, unsent: {} })
  expect(customer.cart().total).toBe(total)

  customer.checkout.agree()
  expect(withPrices(customer.cart(), customer.checkout.$shown.get().prices).total).toBe(
    total + 5000 * count,
  )
  await press(customer)
  expect(customer.state()).toMatchObject({ state: 'placed' })
  expect(customer.requests().map((request) => request.total)).toEqual([total, total + 5000 * count])
  expect(new Set(customer.keysSent()).size).toBe(1)
})

test('rule 5.19: prices that change again are asked about again', async () => {
  const customer = aCustomer()
  const count = units(customer)
  const { total } = customer.cart()
  customer.failPlacing(refusal(customer, 'price_changed', 5000), 1)
  await press(customer)
  customer.checkout.agree()
  customer.failPlacing(refusal(customer, 'price_changed', 7000), 1)
  await press(customer)
  expect(customer.state()).toMatchObject({ state: 'asking' })
  customer.checkout.agree()
  await press(customer)
  expect(customer.requests().at(-1)?.total).toBe(total + 7000 * count)
})

test('rule 5.19: a no keeps the cart and its prices, and the next press asks again', async () => {
  const customer = aCustomer()
  const { total } = customer.cart()
  customer.failPlacing(refusal(customer, 'price_changed', 5000), 2)
  await press(customer)
  customer.checkout.decline()
  expect(customer.state()).toEqual({ state: 'editing', problems: {}, named: [] })
  await press(customer)
  expect(customer.state()).toMatchObject({ state: 'asking' })
  expect(customer.requests().map((request) => request.total)).toEqual([total, total])
})

test('rule 5.19: what is typed while the question stands is what a yes sends', async () => {
  const customer = aCustomer()
  customer.failPlacing(refusal(customer, 'price_changed', 100), 1)
  await press(customer)
  customer.checkout.edit('city')
  expect(customer.state()).toMatchObject({ state: 'asking', question: { about: 'prices' } })
  expect(customer.state()).not.toHaveProperty('unsent')
  customer.checkout.agree()
  await customer.checkout.submit({ ...goodAddress, city: 'Multan' })
  expect(customer.orders()).toMatchObject([{ shippingAddress: { city: 'Multan' } }])
})

test.each(['item_unknown', 'price_changed'])(
  'rule 5.19: a line that is not sold any more leaves the cart with a yes, and the rest is ordered (%s)',
  async (code) => {
    const customer = aCustomer()
    const [first, second] = customer.cart().items
    customer.failPlacing(refusal(customer, code, 0, [0]), 1)
    await press(customer)
    expect(customer.state()).toMatchObject({
      state: 'asking',
      question: { about: 'lines', lines: [{ id: first?.id, size: first?.size }] },
    })
    customer.checkout.agree()
    await press(customer)
    expect(customer.orders()).toMatchObject([{ items: [{ id: second?.id }] }])
  },
)

test('rule 18.11: where nothing of the cart is sold, or no prices come, nothing is asked', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const customer = aCustomer()
  for (const error of [
    refusal(customer, 'item_unknown', 0, [0, 1]),
    new ShopError('price_changed', { cause: { items: 'none' } }),
    new ShopError('item_unknown'),
  ]) {
    customer.failPlacing(error, 1)
    await press(customer)
    expect(customer.state()).toMatchObject({ state: 'failed', code: error.code, unsent: {} })
  }
})
