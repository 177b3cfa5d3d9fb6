import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, ActRow, RowResult } from '#admin/acts/acts.api.ts'
import { sizesOfBuild, toLineTexts } from '#desk/order-editor/lines.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { toOrderJson } from '#order/order-json.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createNewOrder } from './new-order.store.ts'
import { type Draft, EMPTY_DRAFT, parseDraft } from './new-order.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
/** What becomes of a try: its response is lost, also before it is saved, or it is refused. */
type Fault = 'lost' | 'response lost' | { code: string; field?: string }

const DRAFT_KEY = 'zulf:admin-tab-new-order'

/** It is filled in. */
const { country: _, ...withoutCountry } = goodAddress
const typed: Draft = {
  ...EMPTY_DRAFT,
  typed: withoutCountry,
  lines: toLineTexts(anOrder().items),
}

/** A tab of the admin, and a backend that saves an order once per request after the faults that are given. */
function aTab(...faults: Fault[]) {
  const tab = stubSessionStorage()
  tab.set(DRAFT_KEY, JSON.stringify(typed))
  const world = {
    draft: () => parseDraft(JSON.parse(tab.get(DRAFT_KEY) ?? 'null')),
    saved: new Map<string, Order>(),
    sent: [] as ActRow[],
    opened: [] as string[],
    toasts: [] as string[],
  }
  let ids = 0
  async function sendAct({ request, rows: [row = { id: '' }] }: Act): Promise<RowResult[]> {
    world.sent.push(row)
    const { id } = row
    const fault = faults.shift()
    if (typeof fault === 'object') return [{ id, ok: false, ...fault }]
    if (fault === 'lost') throw new ShopError('unreachable')
    const shippingAddress = row['shippingAddress'] as unknown as Order['shippingAddress']
    const order = world.saved.get(request) ?? anOrder({ id, shippingAddress })
    world.saved.set(request, order)
    if (fault === 'response lost') throw new ShopError('unreachable')
    return [{ id, ok: true, order: toOrderJson(order) }]
  }
  const open = () =>
    createNewOrder({
      sendAct,
      fetchSizes: async () => sizesOfBuild.map((size) => ({ ...size, price: size.price + 100 })),
      newOrderId: () => {
        ids += 1
        return `AAAAAAA${ids}`
      },
      showToastOnNextPage: ({ description = '' }) => void world.toasts.push(description),
      openOrder: async ({ id }) => void world.opened.push(id),
    })
  return { world, open }
}

test('rule 14.27: a double press saves one order and opens it, and nothing is left of the draft', async () => {
  const { world, open } = aTab()
  const { save, $form } = open()
  await Promise.all([save(), save()])
  await save()
  expect(world.opened).toEqual(['AAAAAAA1'])
  expect(world.draft()).toBeUndefined()
  expect([world.saved.size, world.sent.length, $form.get().state]).toEqual([1, 1, 'done'])
  expect(world.toasts).toEqual(['Order AAAAAAA1 is saved.'])
})

test('rule 14.27: a form stays as it was sent until the page of its order is there', async () => {
  const { world, open } = aTab()
  const form = open()
  const sent = form.texts()
  const type = () => {
    form.type('city', 'Multan')
    form.chooseSource('whatsapp')
  }
  const done = form.save()
  type()
  await done
  type()
  expect(form.texts()).toEqual(sent)
  expect(form.$form.get()).toMatchObject({ source: undefined, isEditing: false })
  expect(world.draft()).toBeUndefined()
})

test.each(['press', 'reload'])(
  'rule 14.27: after a lost response the next try, by %s, finds the saved order',
  async (how) => {
    const { world, open } = aTab('response lost')
    let form = open()
    form.type('city', 'Multan')
    await form.save()
    expect(form.$form.get()).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('No response came: it may be saved or not'),
      typed: { city: 'Multan' },
    })
    if (how === 'reload') form = open()
    form.type('city', 'Lahore')
    form.type('orderNumber', 'BBBBBBBB')
    await form.save()
    expect(world.saved.size).toBe(1)
    expect(world.sent[1]).toEqual(world.sent[0])
    expect(world.opened).toEqual(['AAAAAAA1'])
    expect(world.toasts).toEqual([
      'Order AAAAAAA1 was saved by an earlier try, as it stands here. Correct it if it changed since.',
    ])
  },
)

test('rule 14.27: the customer’s order number is the id, and a refused try leaves it free', async () => {
  const { world, open } = aTab({ code: 'phone_invalid', field: 'phone' })
  const form = open()
  form.type('orderNumber', 'bbbb bbbb')
  await form.save()
  expect(form.$form.get().refused).toEqual({ phone: 'Please enter a valid phone number' })
  expect(form.$form.get().pendingId).toBeUndefined()
  form.type('phone', '0300 7654321')
  expect(form.$form.get().refused).toEqual({})
  form.type('orderNumber', 'CCCCCCCC')
  await form.save()
  expect(world.sent.map(({ id }) => id)).toEqual(['BBBBBBBB', 'CCCCCCCC'])
})

test('rule 14.27: what had no response keeps its number, until a refusal says that nothing is saved', async () => {
  const { world, open } = aTab('lost', { code: 'required', field: 'city' })
  const form = open()
  await form.save()
  expect(form.$form.get().pendingId).toBe('AAAAAAA1')
  await form.save()
  expect(form.$form.get().pendingId).toBeUndefined()
  await form.save()
  expect(world.opened).toEqual(['AAAAAAA3'])
})

test('rule 14.27: a number that is taken is named, and the next try is another one', async () => {
  const { world, open } = aTab('lost', { code: 'id_taken' })
  const form = open()
  form.type('orderNumber', 'BBBBBBBB')
  await form.save()
  await form.save()
  expect(form.$form.get()).toMatchObject({ takenBy: 'BBBBBBBB' })
  form.type('orderNumber', '')
  expect(form.$form.get().takenBy).toBeUndefined()
  await form.save()
  expect(world.opened).toEqual(['AAAAAAA1'])
})

test('rule 14.42: where another order has the number, one press saves under a new one, with the number of the message and everything typed', async () => {
  const { world, open } = aTab({ code: 'id_taken' }, 'lost')
  const form = open()
  form.type('orderNumber', 'BBBBBBBB')
  form.type('deviceCode', ' ab12cd34')
  await form.save()
  expect(form.$form.get().takenBy).toBe('BBBBBBBB')
  await form.saveUnderNewNumber()
  // A reload before the response: the number stays.
  const reloaded = open()
  expect(reloaded.texts()).toMatchObject({ orderNumber: 'BBBBBBBB', ...goodAddress })
  await reloaded.save()
  const sent = { messageId: 'BBBBBBBB', deviceCode: 'AB12CD34', shippingAddress: goodAddress }
  expect(world.sent).toMatchObject([{ id: 'BBBBBBBB' }, sent, sent])
  expect(world.opened).toEqual(['AAAAAAA1'])
})

test('rule 14.42: a number that is typed again is the order’s own', async () => {
  const { world, open } = aTab({ code: 'id_taken' }, { code: 'invalid' })
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
  const { world, open } = aTab({ code: 'price_changed' }, { code: 'price_changed' })
  const form = open()
  await form.save()
  const [size] = form.$form.get().sizes
  expect(size?.price).toBe(Number(sizesOfBuild[0]?.price) + 100)
  expect(form.$form.get().problem).toMatch(/^The prices changed since this page was opened/)
  expect(world.saved.size).toBe(0)
  await form.save()
  expect(form.$form.get().problem).toMatch(/^The database has other prices than this site/)
  expect(world.draft()).toMatchObject({ typed: typed.typed, lines: typed.lines })
})

test('a refusal is said, and nothing typed is lost', async () => {
  const { world, open } = aTab({ code: 'invalid' })
  const form = open()
  await form.save()
  expect(form.$form.get().problem).toBe(
    'The database refused the order (invalid), so nothing is saved. What you typed is still here.',
  )
  expect(world.draft()).toMatchObject({ typed: typed.typed, lines: typed.lines })
})

test('problems are shown at the first press, and nothing is sent', async () => {
  const { world, open } = aTab()
  const form = open()
  form.type('phone', '0300')
  expect(form.$form.get().checks).toBe(0)
  await form.save()
  expect([form.$form.get().checks, world.sent]).toEqual([1, []])
})

test('a cleared form is empty, and so is what is saved of it', () => {
  const { world, open } = aTab()
  const form = open()
  expect(form.$form.get().isRestored).toBe(true)
  form.typeLine(5, { quantity: '2' })
  form.clear()
  expect(form.$form.get()).toMatchObject(EMPTY_DRAFT)
  expect(world.draft()).toBeUndefined()
})
