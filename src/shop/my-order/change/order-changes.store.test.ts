import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { rememberOrder } from '#order/device/order-key.ts'
import { saveOrderPhone } from '#order/device/order-proof.ts'
import type { ChangeResult } from '#order/requests/order-changes.api.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { createOrderChangesStore, refusalOf } from './order-changes.store.ts'

const key = { id: 'ABCDEFGH', token: 'x'.repeat(32) }
const order = anOrder({ version: 3, mayChange: true })
const changed = anOrder({ version: 4 })
const { shippingAddress } = order

const api = {
  changeOrder: vi.fn(async (): Promise<ChangeResult> => ({ ok: true, order: changed })),
  cancelOrder: vi.fn(async (): Promise<ChangeResult> => ({ ok: true, order: changed })),
  confirmOrder: vi.fn(async () => order),
  requestHelp: vi.fn(async () => changed),
}

beforeEach(() => {
  vi.clearAllMocks()
  rememberOrder(key, shippingAddress.phone)
})

test('a change is sent as it would be saved, with the key and the version that was shown', async () => {
  const { store, onOrder, submission } = open()
  const phone = '٠٣٠١١١١٢٢٢٣'
  const typed = { ...shippingAddress, phone, landmark: ' Gate 2 ', riderNote: ' ' }
  await store.change(order, Promise.resolve(typed))
  expect(api.changeOrder).toHaveBeenCalledWith(key, 3, {
    ...shippingAddress,
    phone: '03011112223',
    landmark: 'Gate 2',
  })
  expect(onOrder).toHaveBeenCalledWith(changed, 'Your order is changed.')
  expect(submission()).toEqual({ state: 'done' })
})

test('an invalid change is not sent, and names its fields', async () => {
  const { store, submission } = open()
  const typed = { ...shippingAddress, city: ' ', phone: '1', secondPhone: '2' }
  await store.change(order, Promise.resolve(typed))
  expect(submission()).toMatchObject({
    sentence: 'Please check the marked fields.',
    problems: {
      city: expect.any(String),
      phone: expect.any(String),
      secondPhone: expect.any(String),
    },
  })
  expect(api.changeOrder).not.toHaveBeenCalled()
})

test('a cancellation is sent with its reason', async () => {
  const { store, onOrder } = open()
  await store.cancel(order, 'too_late', ' Sorry ')
  expect(api.cancelOrder).toHaveBeenCalledWith(key, 3, 'too_late', 'Sorry')
  // The heading of the page says it.
  expect(onOrder).toHaveBeenCalledWith(changed, '')
})

test('rule 18.105: an error of the program is logged, and is not reported as a lost connection', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const error = new TypeError('a is not a function')
  api.cancelOrder.mockRejectedValueOnce(error)
  const { store, message } = open()
  await store.cancel(order, 'too_late', '')
  expect(message()).toMatch(/^Something went wrong on this page/)
  expect(logged).toHaveBeenCalledWith('Error changing an order', error)
  logged.mockRestore()
})

test('a request for help needs a text', async () => {
  const { store, onOrder, submission } = open()
  await store.askForHelp(order, 'damaged', ' \n')
  expect(submission()).toMatchObject({ problems: { text: 'This field is required' } })
  expect(api.requestHelp).not.toHaveBeenCalled()
  await store.askForHelp(order, 'damaged', 'Broken')
  expect(api.requestHelp).toHaveBeenCalledWith(key, 'damaged', 'Broken')
  expect(onOrder).toHaveBeenCalledWith(changed, 'Thank you for telling us.')
})

test('rule 6.18: without the token, help is requested by the phone that found the order', async () => {
  const { store } = open()
  const found = anOrder({ id: 'OTHERONE' })
  saveOrderPhone(found.id, '03001234567')
  await store.askForHelp(found, 'damaged', 'Broken')
  const proof = { id: found.id, phone: '03001234567' }
  expect(api.requestHelp).toHaveBeenCalledWith(proof, 'damaged', 'Broken')
})

test.each(['booked', 'stale'] as const)(
  'an order that is %s is shown, with a sentence',
  async (code) => {
    const { store, onOrder, message } = open()
    api.cancelOrder.mockResolvedValueOnce({ ok: false, code, order: changed })
    await store.cancel(order, 'other', '')
    expect(onOrder).toHaveBeenCalledWith(changed, undefined)
    expect(message()).toMatch(code === 'booked' ? /courier/ : /meanwhile/)
  },
)

test.each([
  ['unreachable', /still here/],
  ['too_many_changes', /changed many times/],
  ['not_found', /Only the device/],
])('a request that fails with %s says so, and another one is possible', async (code, sentence) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { store, onOrder, message } = open()
  api.changeOrder.mockRejectedValueOnce(new ShopError(code))
  await store.change(order, Promise.resolve(shippingAddress))
  expect(message()).toMatch(sentence)
  expect(onOrder).not.toHaveBeenCalled()
  await store.change(order, Promise.resolve(shippingAddress))
  expect(onOrder).toHaveBeenCalledWith(changed, 'Your order is changed.')
  logged.mockRestore()
})

test('rules 4.40 and 19.3: a change is under way at once while its address is completed', async () => {
  const { store, submission } = open()
  let complete = (_: typeof shippingAddress) => {}
  const pressed = store.change(
    order,
    new Promise((resolve) => {
      complete = resolve
    }),
  )
  expect(submission()).toEqual({ state: 'sending' })
  complete(shippingAddress)
  await pressed
  expect(api.changeOrder).toHaveBeenCalledOnce()
})

function open() {
  const onOrder = vi.fn()
  const store = createOrderChangesStore(onOrder, api)
  return {
    store,
    onOrder,
    submission: () => store.$submission.get(),
    message: () => refusalOf(store.$submission.get()),
  }
}
