import { afterEach, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { aShopper } from '../../../tests/support/a-shopper.ts'
import { goodAddress } from '../../../tests/support/address-cases.ts'

afterEach(() => vi.restoreAllMocks())

const unreachable = () => new ShopError('unreachable')

test('an order is saved, copied and taken out of the cart', async () => {
  const shopper = aShopper()
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'placed' })
  expect(shopper.orders()).toHaveLength(1)
  expect(shopper.copies()).toHaveLength(1)
  expect(shopper.cart().items).toEqual([])
})

test('a form with problems asks the store nothing', async () => {
  const shopper = aShopper()
  await shopper.checkout.submit({ ...goodAddress, city: ' ' })
  expect(shopper.state()).toEqual({ step: 'filling', problems: { city: 'required' } })
  expect(shopper.keysSent()).toEqual([])
})

test('editing a field clears that field’s problem only', async () => {
  const shopper = aShopper()
  await shopper.checkout.submit({ ...goodAddress, city: '', phone: '' })
  shopper.checkout.edit('city')
  expect(shopper.state()).toEqual({ step: 'filling', problems: { phone: 'required' } })
})

test('an answer lost after the save is found again by the automatic retry', async () => {
  const shopper = aShopper()
  shopper.loseAnswers(1)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'placed' })
  expect(shopper.orders()).toHaveLength(1)
  expect(new Set(shopper.keysSent()).size).toBe(1)
})

test('three lost tries keep the cart, and the next press names the same order', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.failPlacing(unreachable(), 3)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'refused', code: 'unreachable' })
  expect(shopper.cart().items).toHaveLength(2)

  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'placed' })
  expect(shopper.keysSent()).toHaveLength(4)
  expect(new Set(shopper.keysSent()).size).toBe(1)
})

test('no retry begins after 20 seconds', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper({ tryTakes: 10_000 })
  shopper.failPlacing(unreachable(), 9)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.keysSent()).toHaveLength(2)
})

test('a refusal is final: it is not tried again and the cart stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.failPlacing(new ShopError('price_changed'), 1)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'refused', code: 'price_changed' })
  expect(shopper.keysSent()).toHaveLength(1)
  expect(shopper.cart().items).toHaveLength(2)
})

test('a field that only the store refuses is shown at the field', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.failPlacing(new ShopError('phone_invalid', { field: 'phone' }), 1)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ problems: { phone: 'phone_invalid' } })
})

test('an id that is taken is replaced in silence', async () => {
  const shopper = aShopper()
  shopper.failPlacing(new ShopError('id_taken'), 1)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'placed' })
  expect(new Set(shopper.keysSent()).size).toBe(2)
})

test('a key erased from the device while the order is on its way is still the order’s only key', async () => {
  const shopper = aShopper()
  shopper.eraseKeyOnceSent()
  shopper.loseAnswers(2)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.orders()).toHaveLength(1)
  expect(shopper.state()).toEqual({ step: 'placed', orderId: shopper.orders()[0]?.id })
})

test('a press that waits while the page finds its order places nothing more', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.loseAnswers(3)
  await shopper.checkout.submit(goodAddress)
  shopper.fillCart(5)
  const reopened = shopper.openAnotherTab()
  await Promise.all([reopened.checkout.open(), reopened.checkout.submit(goodAddress)])
  expect(shopper.orders()).toHaveLength(1)
  expect(reopened.state()).toEqual({ step: 'placed', orderId: shopper.orders()[0]?.id })
  expect(shopper.cart().items).not.toEqual([])
})

test('a saved order that the store no longer has is placed again under the same key', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.failCopies(1)
  await shopper.checkout.submit(goodAddress)
  shopper.orders().length = 0
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'placed' })
  expect(new Set(shopper.keysSent()).size).toBe(1)
})

test('a tab opened while another places the order is led to the same confirmation', async () => {
  const first = aShopper()
  const placing = first.checkout.submit(goodAddress)
  const second = first.openAnotherTab()
  await Promise.all([placing, second.checkout.open()])
  expect(second.state()).toEqual(first.state())
})

test('after a refused copy only the copy is sent again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.failCopies(1)
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'refused', code: 'copy_refused' })
  expect(shopper.cart().items).toHaveLength(2)

  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toMatchObject({ step: 'placed' })
  expect(shopper.orders()).toHaveLength(1)
  expect(shopper.copies()).toHaveLength(1)
  expect(shopper.keysSent()).toHaveLength(1)
  expect(shopper.cart().items).toEqual([])
})

test('an order whose copy is missing waits for the next press, even where the cart is gone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.failCopies(3)
  await shopper.checkout.submit(goodAddress)
  shopper.emptyCart()
  const reopened = shopper.openAnotherTab()
  await reopened.checkout.open()
  reopened.checkout.leaveIfEmpty()
  await vi.waitFor(() => expect(shopper.copiesRefused()).toBe(3))
  expect(reopened.state()).toMatchObject({ step: 'filling' })

  await reopened.checkout.submit(goodAddress)
  expect(reopened.state()).toEqual({ step: 'placed', orderId: shopper.orders()[0]?.id })
  expect(shopper.copies()).toHaveLength(1)
})

test('a page opened again finds the order whose answer was lost', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.loseAnswers(3)
  await shopper.checkout.submit(goodAddress)
  const reopened = shopper.openAnotherTab()
  await reopened.checkout.open()
  expect(reopened.state()).toMatchObject({ step: 'placed' })
  expect(shopper.orders()).toHaveLength(1)
  expect(shopper.cart().items).toEqual([])
})

test('an order that got through stands although the form was changed since', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const shopper = aShopper()
  shopper.loseAnswers(3)
  await shopper.checkout.submit(goodAddress)
  await shopper.checkout.submit({ ...goodAddress, city: 'Multan' })
  expect(shopper.state()).toMatchObject({ step: 'placed' })
  expect(shopper.orders()).toHaveLength(1)
  expect(shopper.orders()[0]?.shippingAddress.city).toBe('Lahore')
})

test('two tabs that press at once place one order and end at the same confirmation', async () => {
  const first = aShopper()
  const second = first.openAnotherTab()
  await Promise.all([first.checkout.submit(goodAddress), second.checkout.submit(goodAddress)])
  expect(first.orders()).toHaveLength(1)
  expect(first.state()).toMatchObject({ step: 'placed' })
  expect(second.state()).toEqual(first.state())
})

test('a second tab that presses at once does not order what the first one’s order left in the cart', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const first = aShopper()
  first.loseAnswers(3)
  await first.checkout.submit(goodAddress)
  first.fillCart(5)
  const second = first.openAnotherTab()
  const changed = { ...goodAddress, city: 'Multan' }
  await Promise.all([first.checkout.submit(changed), second.checkout.submit(changed)])
  expect(first.orders()).toHaveLength(1)
  expect(second.state()).toEqual(first.state())
  expect(first.cart().items).not.toEqual([])
})

test('a tab opened while only the copy is missing does not order what that order leaves in the cart', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const first = aShopper()
  first.failCopies(1)
  await first.checkout.submit(goodAddress)
  first.fillCart(5)
  const second = first.openAnotherTab()
  await Promise.all([first.checkout.submit(goodAddress), second.checkout.submit(goodAddress)])
  expect(first.orders()).toHaveLength(1)
  expect(second.state()).toEqual(first.state())
})

test('without locks two tabs still place one order and take its pieces out once', async () => {
  const first = aShopper({ hasLocks: false })
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
  const first = aShopper()
  const second = first.openAnotherTab()
  await first.checkout.submit(goodAddress)
  second.checkout.leaveIfEmpty()
  expect(second.state()).toEqual(first.state())
})

test('an order whose confirmation was never reached is shown before anything is ordered afresh', async () => {
  const first = aShopper()
  await first.checkout.submit(goodAddress)
  first.fillCart()
  const reopened = first.openAnotherTab()
  await Promise.all([reopened.checkout.open(), reopened.checkout.submit(goodAddress)])
  expect(reopened.state()).toEqual(first.state())
  expect(first.orders()).toHaveLength(1)
  expect(first.cart().items).not.toEqual([])
})

test('an order of an earlier visit is not shown for an emptied cart', async () => {
  const first = aShopper()
  await first.checkout.submit(goodAddress)
  first.seeConfirmation()
  const later = first.openAnotherTab()
  later.fillCart()
  await later.checkout.open()
  later.emptyCart()
  later.checkout.leaveIfEmpty()
  expect(later.state()).toEqual({ step: 'empty' })
})

test('a cart emptied in another tab leaves nothing to order', async () => {
  const shopper = aShopper()
  shopper.emptyCart()
  await shopper.checkout.submit(goodAddress)
  expect(shopper.state()).toEqual({ step: 'empty' })
  expect(shopper.keysSent()).toEqual([])
})

test('a second order after the first is a second order', async () => {
  const shopper = aShopper()
  await shopper.checkout.submit(goodAddress)
  shopper.seeConfirmation()
  const next = shopper.openAnotherTab()
  next.fillCart()
  await next.checkout.open()
  await next.checkout.submit(goodAddress)
  expect(shopper.orders()).toHaveLength(2)
})
