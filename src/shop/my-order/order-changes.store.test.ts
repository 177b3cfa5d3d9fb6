import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { rememberOrder } from '#order/order-key.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import type { ChangeResult } from './order-changes.api.ts'
import { createOrderChangesStore } from './order-changes.store.ts'
import { saveOrderPhone } from './order-phone.ts'

const key = { id: 'ABCDEFGH', token: 'x'.repeat(32) }
const order = anOrder({ version: 3, mayChange: true })
const changed = anOrder({ version: 4 })
const { shippingAddress } = order

const api = {
  changeOrder: vi.fn(async (): Promise<ChangeResult> => ({ ok: true, order: changed })),
  cancelOrder: vi.fn(async (): Promise<ChangeResult> => ({ ok: true, order: changed })),
  requestHelp: vi.fn(async () => changed),
}

beforeEach(() => {
  vi.clearAllMocks()
  rememberOrder(key, shippingAddress.phone)
})

test('a change is sent as it would be saved, with the key and the version that was shown', async () => {
  const { store, onOrder } = open()
  const phone = '٠٣٠١١١١٢٢٢٣'
  await store.change(order, {
    ...shippingAddress,
    phone,
    landmark: ' Gate 2 ',
    riderNote: ' ',
  })
  expect(api.changeOrder).toHaveBeenCalledWith(key, 3, {
    ...shippingAddress,
    phone: '03011112223',
    landmark: 'Gate 2',
  })
  expect(onOrder).toHaveBeenCalledWith(changed)
  expect(store.$state.get()).toMatchObject({ isSaving: false, message: 'Your order is changed.' })
})

test('an invalid change is not sent, and names its fields', async () => {
  const { store } = open()
  await store.change(order, { ...shippingAddress, city: ' ', phone: '1', secondPhone: '2' })
  expect(Object.keys(store.$state.get().problems)).toEqual(['city', 'phone', 'secondPhone'])
  expect(api.changeOrder).not.toHaveBeenCalled()
})

test('a cancellation is sent with its reason', async () => {
  const { store } = open()
  await store.cancel(order, 'too_late', ' Sorry ')
  expect(api.cancelOrder).toHaveBeenCalledWith(key, 3, 'too_late', 'Sorry')
})

test('rule 18.105: an error of the program is logged, and is not reported as a lost connection', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const error = new TypeError('a is not a function')
  api.cancelOrder.mockRejectedValueOnce(error)
  const { store } = open()
  await store.cancel(order, 'too_late', '')
  expect(store.$state.get().message).toMatch(/^Something went wrong on this page/)
  expect(logged).toHaveBeenCalledWith('Error changing an order', error)
  logged.mockRestore()
})

test('a request for help needs a text', async () => {
  const { store, onOrder } = open()
  await store.askForHelp(order, 'damaged', ' \n')
  expect(store.$state.get().problems).toEqual({ text: 'This field is required' })
  expect(api.requestHelp).not.toHaveBeenCalled()
  await store.askForHelp(order, 'damaged', 'Broken')
  expect(api.requestHelp).toHaveBeenCalledWith(key, 'damaged', 'Broken')
  expect(onOrder).toHaveBeenCalledWith(changed)
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
    const { store, onOrder } = open()
    api.cancelOrder.mockResolvedValueOnce({ ok: false, code, order: changed })
    await store.cancel(order, 'other', '')
    expect(onOrder).toHaveBeenCalledWith(changed)
    expect(store.$state.get().message).toMatch(code === 'booked' ? /courier/ : /meanwhile/)
  },
)

test.each([
  ['unreachable', /still here/],
  ['too_many_changes', /changed many times/],
  ['not_found', /Only the device/],
])('a request that fails with %s says so, and another one is possible', async (code, sentence) => {
  const { store, onOrder } = open()
  api.changeOrder.mockRejectedValueOnce(new ShopError(code))
  await store.change(order, shippingAddress)
  expect(store.$state.get()).toMatchObject({
    isSaving: false,
    message: expect.stringMatching(sentence),
  })
  expect(onOrder).not.toHaveBeenCalled()
})

test('a second press sends nothing while the first is under way', async () => {
  const { store } = open()
  await Promise.all([store.cancel(order, 'other', ''), store.cancel(order, 'other', '')])
  expect(api.cancelOrder).toHaveBeenCalledOnce()
})

function open() {
  const onOrder = vi.fn()
  return { store: createOrderChangesStore(onOrder, undefined, api), onOrder }
}
