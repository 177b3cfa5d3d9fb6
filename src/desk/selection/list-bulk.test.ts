import { atom } from 'nanostores'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Act } from '#admin/acts/acts.api.ts'
import type { OrderSummary, PageOfOrders } from '#admin/orders/orders.ts'
import { planBulk } from '#desk/acts/bulk/plan.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { bookedResult } from '#tests/support/sent-acts.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createListBulk } from './list-bulk.ts'
import { createSelection } from './selection.store.ts'

const orders = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC'].map((id) => anOrderSummary({ id }))
const [first, second, third] = orders as [OrderSummary, OrderSummary, OrderSummary]

beforeEach(() => {
  stubSessionStorage(new Map())
  stubPage()
})
/** A list of three orders, of which the first two are ticked and discarded. The last one is refused where it is ticked. */
async function aDiscarded(ticked = [first, second]) {
  const page = { older: undefined, newer: undefined }
  let rows = orders
  const remote = createRemoteStore(async (): Promise<PageOfOrders> => ({ rows, ...page }))
  const load = vi.spyOn(remote, 'load')
  const silent = createRemoteStore<never>(() => new Promise(() => {}))
  const selection = createSelection({ $rows: atom(orders) })
  const list = {
    ...remote,
    load: remote.load,
    applyChange: () => {},
    counts: silent,
    stages: silent,
  }
  const sendAct = async (act: Act) =>
    (act.act === 'undo' ? [first, second] : act.rows).map(({ id }) =>
      id === third.id
        ? { id, ok: false as const, code: 'decided' }
        : { id, ok: true as const, version: 2 },
    )
  const bulk = createListBulk(list, selection, { sendAct })
  bulk.follow()
  for (const order of ticked) selection.toggle(order)
  await bulk.decideTicked('discard')
  const show = async (changed: OrderSummary[]) => {
    rows = changed
    await remote.load()
  }
  return { bulk, selection, load, show, step: () => bulk.$bulk.get().step }
}

it('rule 14.52: what is discarded is ticked no more, and the list is loaded again; what is refused stays ticked', async () => {
  const { selection, load, step } = await aDiscarded(orders)
  expect(selection.$selected.get().map(({ id }) => id)).toEqual([third.id])
  expect([load.mock.calls.length, step()]).toEqual([1, 'done'])
})

it('rule 15.2: a result ends when another order is ticked, unless something of it is not saved', async () => {
  const done = await aDiscarded()
  done.selection.toggle(first)
  expect(done.step()).toBe('done')
  done.selection.toggle(third)
  expect(done.step()).toBe('choosing')
  const refused = await aDiscarded([first, third])
  refused.selection.toggle(second)
  expect(refused.step()).toBe('done')
})

it('rule 15.2: a result ends where all orders of it on screen changed since', async () => {
  const { show, step } = await aDiscarded()
  await show([
    { ...first, version: 2 },
    { ...second, version: 3 },
  ])
  expect(step()).toBe('done')
  await show([{ ...third, version: 9 }])
  expect(step()).toBe('done')
  await show([
    { ...first, version: 3 },
    { ...second, version: 3 },
  ])
  expect(step()).toBe('choosing')
  const undone = await aDiscarded()
  await undone.bulk.undo()
  await undone.show(orders.map((order) => ({ ...order, version: 3 })))
  expect(undone.step()).toBe('done')
})

it.each(['yes', 'resume'] as const)(
  'rule 15.1: “%s” of ticked orders is one attempt in each',
  async (act) => {
    const sendAct = vi.fn(async ({ rows }: Act) =>
      rows.map(({ id }) => ({ id, ok: true as const })),
    )
    const page = { rows: orders, older: undefined, newer: undefined }
    const list = { ...createRemoteStore(async () => page), applyChange: () => {} }
    const selection = createSelection({ $rows: atom(orders) })
    const bulk = createListBulk({ ...list, counts: list, stages: list }, selection, { sendAct })
    await bulk.decideTicked(act, [first, second])
    const rows = [first, second].map(({ id }) => ({ id, act }))
    expect(sendAct.mock.calls).toMatchObject([[{ act: 'attempt', rows }]])
  },
)

it('rule 15.2: a changed order has no stage until the list is loaded again, so its row says its status', async () => {
  const page = { rows: orders, older: undefined, newer: undefined }
  const applyChange = vi.fn()
  const list = { ...createRemoteStore(async () => page), applyChange }
  const selection = createSelection({ $rows: atom([]) })
  selection.toggle(first)
  const sendAct = async () => [bookedResult(anOrder({ id: first.id, status: 'cancelled' }))]
  const bulk = createListBulk({ ...list, counts: list, stages: list }, selection, { sendAct })
  await bulk.decideTicked('yes')
  const cancelled = { status: 'cancelled', stage: null }
  expect(applyChange.mock.lastCall).toEqual([first.id, expect.objectContaining(cancelled)])
  expect(selection.$selected.get()).toMatchObject([cancelled])
})

it('rule 15.2: Undo of a bulk change loads the list, whose rows have their stages of before', async () => {
  const page = { rows: orders, older: undefined, newer: undefined }
  const list = { ...createRemoteStore(async () => page), applyChange: () => {} }
  const load = vi.fn(list.load)
  const sendAct = async () => [bookedResult(anOrder({ id: first.id, status: 'shipped' }))]
  const bulk = createListBulk(
    { ...list, load, counts: list, stages: list },
    createSelection({ $rows: atom([]) }),
    { sendAct },
  )
  bulk.follow()
  const choice = { status: 'shipped' as const, courier: undefined, numbers: new Map() }
  await bulk.start(planBulk([first], choice, new Set(['unnumbered'])))
  expect(load).not.toHaveBeenCalled()
  await bulk.undo()
  expect(load).toHaveBeenCalledOnce()
})
