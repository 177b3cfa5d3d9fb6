import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { toOrderJson } from '#order/order-json.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createReplacement } from './replacement.store.ts'

const order = anOrder()
const [line] = order.items

beforeEach(() => {
  stubSessionStorage()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A form whose tries end like this, one after the other. */
function aForm(...ends: (string | ShopError)[]) {
  let ids = 0
  const sendAct = vi.fn(async ({ rows }: Act): Promise<RowResult[]> => {
    const end = ends.shift()
    if (end instanceof ShopError) throw end
    const id = rows[0]?.id ?? ''
    return [
      end ? { id, ok: false, code: end } : { id, ok: true, order: toOrderJson(anOrder({ id })) },
    ]
  })
  const openOrder = vi.fn(async () => {})
  const newOrderId = () => {
    ids += 1
    return `REPLACE${ids}`
  }
  const form = createReplacement(order, { sendAct, openOrder, newOrderId })
  form.typeLine(0, { quantity: '1' })
  return {
    ...form,
    sendAct,
    openOrder,
    sentRows: () => sendAct.mock.calls.map(([act]) => act.rows),
  }
}

test('rule 21.30: chosen units are sent, and what had no response is sent again as it was', async () => {
  const form = aForm(new ShopError('unreachable'))
  form.type('note', ' Broken ')
  await form.save()
  expect(form.$form.get().problem).toContain('it may be saved or not')
  expect(form.openOrder).not.toHaveBeenCalled()
  form.type('note', 'Broken bottle')
  await form.save()
  expect(form.openOrder).toHaveBeenCalledOnce()
  const items = [{ id: line?.id, size: line?.size, quantity: 1 }]
  const row = { id: 'REPLACE1', replaces: order.id, items, total: 0, note: 'Broken' }
  expect(form.sentRows()).toEqual([[row], [row]])
})

test('rule 21.30: a refusal says why, and the next try is another one', async () => {
  const form = aForm('item_unknown')
  await form.save()
  expect(form.$form.get().problem).toContain('lines of this order changed')
  await form.save()
  expect(form.sentRows().map(([row]) => row?.id)).toEqual(['REPLACE1', 'REPLACE2'])
})

test('nothing chosen sends nothing', async () => {
  const form = aForm()
  form.typeLine(0, { quantity: '0' })
  await form.save()
  expect(form.$form.get().problem).toBe('Choose what is sent again.')
  expect(form.sendAct).not.toHaveBeenCalled()
})

test('rule 21.26: what is typed outlives a reload until it is saved, and stays on screen then', async () => {
  aForm().type('note', 'Broken')
  const form = aForm()
  expect(form.$form.get()).toMatchObject({ isRestored: true, typed: { note: 'Broken' } })
  await form.save()
  expect(form.$form.get().typed).toEqual({ note: 'Broken' })
  expect(aForm().$form.get()).toMatchObject({ isRestored: false, typed: {} })
})
