import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderResult, Replacement } from '#admin/order/orders.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { OrderKey } from '#order/order-key.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createReplacement } from './replacement.store.ts'

const replacement: Replacement = {
  replaces: 'ABCDEFGH',
  items: [{ id: 'oil', size: '100ml', quantity: 1 }],
  note: '',
}

beforeEach(() => {
  stubSessionStorage()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A form whose tries end like this, one after the other. */
function aForm(...ends: (OrderResult | ShopError)[]) {
  let keys = 0
  const replaceItems = vi.fn(async (_: OrderKey, __: Replacement) => {
    const end = ends.shift() ?? { ok: true as const, order: anOrder({ id: 'REPLACED' }) }
    if (end instanceof ShopError) throw end
    return end
  })
  const openOrder = vi.fn(async () => {})
  const newOrderKey = () => {
    keys += 1
    return { id: 'NEWWRDER', token: `${keys}`.padStart(32, '0') }
  }
  const form = createReplacement({ replaceItems, openOrder, newOrderKey })
  return {
    ...form,
    replaceItems,
    openOrder,
    tokens: () => replaceItems.mock.calls.map(([key]) => Number(key.token)),
  }
}

test('rule 21.30: a try without a response is sent again with its key', async () => {
  const { send, openOrder, tokens } = aForm(new ShopError('unreachable'))
  expect(await send(replacement)).toBe(false)
  expect(openOrder).not.toHaveBeenCalled()
  expect(await send(replacement)).toBe(true)
  expect(openOrder).toHaveBeenCalledOnce()
  expect(tokens()).toEqual([1, 1])
})

test('rule 21.30: a refusal says why and frees the key, unless an earlier try may have arrived', async () => {
  const refused = { ok: false as const, code: 'item_unknown' }
  const first = aForm(refused, new ShopError('unreachable'), refused)
  await first.send(replacement)
  expect(first.$submission.get()).toMatchObject({
    state: 'refused',
    sentence: expect.stringContaining('lines of this order changed'),
  })
  for (let nth = 0; nth < 3; nth += 1) await first.send(replacement)
  expect(first.tokens()).toEqual([1, 2, 2, 2])
})

test('nothing chosen sends nothing', async () => {
  const { send, replaceItems, $submission } = aForm()
  expect(await send({ ...replacement, items: [] })).toBe(false)
  expect($submission.get()).toMatchObject({ sentence: 'Choose what is sent again.' })
  expect(replaceItems).not.toHaveBeenCalled()
})
