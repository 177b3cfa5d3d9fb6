import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ManualOrder, OrderResult } from '#admin/order/orders.ts'
import { sizesOfBuild, toLineTexts } from '#admin/order-editor/lines.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import type { NewOrderServices } from './entering.ts'
import { createNewOrder } from './new-order.store.ts'
import { type Draft, EMPTY_DRAFT } from './new-order.ts'
import { NOT_KNOWN } from './save-new-order.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const unreachable = () => Promise.reject(new ShopError('unreachable'))
const refused = (code: string, field?: string) => async (): Promise<OrderResult> => ({
  ok: false,
  code,
  ...(field && { field }),
})
/** It is filled in. */
const { country: _, ...withoutCountry } = goodAddress
const typed: Draft = {
  ...EMPTY_DRAFT,
  typed: withoutCountry,
  lines: toLineTexts(anOrder().items),
}

/** A tab of the admin, and a backend that saves an order once per key after the faults that are given. */
function aTab(...faults: NewOrderServices['createOrder'][]) {
  const world = {
    draft: typed as Draft | undefined,
    saved: new Map<string, Order>(),
    keys: [] as string[],
    opened: [] as string[],
    toasts: [] as string[],
  }
  let keys = 0
  const save: NewOrderServices['createOrder'] = async (key, { shippingAddress, advance = 0 }) => {
    const name = key.id + key.token
    const order = world.saved.get(name) ?? anOrder({ id: key.id, shippingAddress, advance })
    world.saved.set(name, order)
    return { ok: true, order }
  }
  const open = () =>
    createNewOrder({
      createOrder: (key, order) => {
        world.keys.push(`${key.id} ${key.token}`)
        return (faults.shift() ?? save)(key, order)
      },
      fetchSizes: async () => sizesOfBuild.map((size) => ({ ...size, price: size.price + 100 })),
      newOrderKey: () => {
        keys += 1
        return { id: `AAAAAAA${keys}`, token: `token-of-attempt-${keys}-of-this-tab` }
      },
      showToastOnNextPage: ({ description = '' }) => void world.toasts.push(description),
      readDraft: () => world.draft,
      saveDraft: (draft) => {
        world.draft = structuredClone(draft)
      },
      openOrder: async ({ id }) => void world.opened.push(id),
    })
  return { world, open, save }
}

test('rule 14.27: a double press saves one order and opens it, and nothing is left of the draft', async () => {
  const { world, open } = aTab()
  const { save, $form } = open()
  await Promise.all([save(), save()])
  await save()
  expect(world).toMatchObject({ opened: ['AAAAAAA1'], draft: undefined })
  expect([world.saved.size, world.keys.length, $form.get().state]).toEqual([1, 1, 'done'])
  expect(world.toasts).toEqual(['Order AAAAAAA1 is saved.'])
})

test.each(['press', 'reload'])(
  'rule 14.27: after a lost response the next try, by %s, finds the saved order',
  async (how) => {
    const tab = aTab(async (key, order) => {
      await tab.save(key, order)
      return unreachable()
    })
    const { world, open } = tab
    let form = open()
    form.type('city', 'Multan')
    await form.save()
    expect(form.$form.get()).toMatchObject({
      state: 'failed',
      problem: NOT_KNOWN,
      typed: { city: 'Multan' },
    })
    if (how === 'reload') form = open()
    form.type('city', 'Lahore')
    form.type('orderNumber', 'BBBBBBBB')
    await form.save()
    expect(world.saved.size).toBe(1)
    expect(new Set(world.keys).size).toBe(1)
    expect(world.opened).toEqual(['AAAAAAA1'])
    expect(world.toasts).toEqual([
      'Order AAAAAAA1 was saved by an earlier try, as it stands here. Correct it if it changed since.',
    ])
  },
)

test('rule 14.27: the key is saved before it is sent', async () => {
  const { world, open } = aTab(async () => {
    expect(world.draft?.pendingKey?.id).toBe('AAAAAAA1')
    return unreachable()
  })
  await open().save()
  expect(world.draft?.pendingKey?.id).toBe('AAAAAAA1')
})

test('rule 14.27: the customer’s order number is the id, and a refused try leaves it free', async () => {
  const { world, open } = aTab(refused('phone_invalid', 'phone'))
  const form = open()
  form.type('orderNumber', 'bbbb bbbb')
  await form.save()
  expect(form.$form.get()).toMatchObject({
    refused: { phone: 'Please enter a valid phone number' },
    pendingKey: undefined,
  })
  form.type('phone', '0300 7654321')
  expect(form.$form.get().refused).toEqual({})
  form.type('orderNumber', 'CCCCCCCC')
  await form.save()
  expect(world.keys.map((key) => key.slice(0, 8))).toEqual(['BBBBBBBB', 'CCCCCCCC'])
})

test('rule 14.27: after a lost response a refusal does not free the key, since the first try may arrive', async () => {
  const { world, open } = aTab(unreachable, refused('required', 'city'))
  const form = open()
  await form.save()
  await form.save()
  expect(world.draft?.pendingKey?.id).toBe('AAAAAAA1')
  await form.save()
  expect(new Set(world.keys).size).toBe(1)
})

test('rule 14.27: a number that is taken is named, and the next try has a key of its own', async () => {
  const { world, open } = aTab(unreachable, refused('id_taken'))
  const form = open()
  form.type('orderNumber', 'BBBBBBBB')
  await form.save()
  await form.save()
  expect(form.$form.get()).toMatchObject({ takenBy: 'BBBBBBBB', pendingKey: undefined })
  form.type('orderNumber', '')
  expect(form.$form.get().takenBy).toBeUndefined()
  await form.save()
  expect(world.opened).toEqual(['AAAAAAA2'])
})

test('rule 14.42: where another order has the number, one press saves under a new one, with the number of the message and everything typed', async () => {
  const orders: ManualOrder[] = []
  const taken = refused('id_taken')
  const { world, open, save } = aTab(
    taken,
    (_, order) => {
      orders.push(order)
      return unreachable()
    },
    (key, order) => {
      orders.push(order)
      return save(key, order)
    },
  )
  const form = open()
  form.type('orderNumber', 'BBBBBBBB')
  form.type('deviceCode', ' ab12cd34')
  await form.save()
  expect(form.$form.get().takenBy).toBe('BBBBBBBB')
  await form.saveUnderNewNumber()
  // A reload before the response: the number and the key stay.
  const reloaded = open()
  expect(reloaded.texts()).toMatchObject({ orderNumber: 'BBBBBBBB', ...goodAddress })
  await reloaded.save()
  const sent = { messageId: 'BBBBBBBB', deviceCode: 'AB12CD34', shippingAddress: goodAddress }
  expect(orders).toMatchObject([sent, sent])
  expect(world.opened).toEqual(['AAAAAAA2'])
})

test('rule 14.42: a number that is typed again is the order’s own', async () => {
  const { world, open } = aTab(refused('id_taken'), refused('invalid'))
  const form = open()
  form.type('orderNumber', 'BBBBBBBB')
  await form.save()
  await form.saveUnderNewNumber()
  form.type('orderNumber', 'CCCCCCCC')
  expect(form.$form.get().takesNewNumber).toBe(false)
  await form.save()
  expect(world.opened).toEqual(['CCCCCCCC'])
})

test('rule 14.27: changed prices are shown, and nothing is saved until the next press', async () => {
  const { world, open } = aTab(refused('price_changed', 'x'), refused('price_changed', 'x'))
  const form = open()
  await form.save()
  const [size] = form.$form.get().sizes
  expect(size?.price).toBe(Number(sizesOfBuild[0]?.price) + 100)
  expect(form.$form.get().problem).toMatch(/^The prices changed since this page was opened/)
  expect(world.saved.size).toBe(0)
  await form.save()
  expect(form.$form.get().problem).toMatch(/^The database has other prices than this site/)
  expect(world.draft).toEqual(typed)
})

test.each([
  [
    'an unknown code',
    refused('invalid'),
    'The database refused the order (invalid), so it is not saved. What you typed is still here.',
  ],
  [
    'no code',
    () => Promise.reject(new ShopError('refused')),
    'The database refused the order (refused), so it is not saved. What you typed is still here.',
  ],
])('a refusal with %s is said, and nothing typed is lost', async (_, fault, problem) => {
  const { world, open } = aTab(fault)
  const form = open()
  await form.save()
  expect(form.$form.get()).toMatchObject({ problem })
  expect(world.draft).toEqual(typed)
})

test('problems are shown at the first press, and nothing is sent', async () => {
  const { world, open } = aTab()
  const form = open()
  form.type('phone', '0300')
  expect(form.$form.get().checks).toBe(0)
  await form.save()
  expect([form.$form.get().checks, world.keys]).toEqual([1, []])
})

test('a cleared form is empty, and so is what is saved of it', () => {
  const { world, open } = aTab()
  const form = open()
  expect(form.$form.get().isRestored).toBe(true)
  form.typeLine(5, { quantity: '2' })
  form.clear()
  expect(form.$form.get()).toMatchObject(EMPTY_DRAFT)
  expect(world.draft).toBeUndefined()
})
