import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { type KnownNumbers, NOTHING_KNOWN } from '#desk/files/numbers/numbered-order.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { booked, bookedResult } from '#tests/support/sent-acts.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createScans } from './scan.store.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

const unreachable = () => Promise.reject(new ShopError('unreachable'))

/** A backend with these orders, which all have a courier. */
function aStation({ orders = [] as OrderWithHistory[], batch = 0, ofBatch = [] as string[] } = {}) {
  const saved = new Map(orders.map((found) => [found.order.id, found]))
  const former = new Map<string, Order>()
  const services = {
    fetchOrderWithHistory: vi.fn(async (id: string) => saved.get(id)),
    fetchOrders: vi.fn(async () => ({
      rows: ofBatch.map((id) => anOrderSummary({ id })),
      older: undefined,
      newer: undefined,
    })),
    lookUpNumbers: vi.fn(async (): Promise<KnownNumbers> => NOTHING_KNOWN),
    beep: vi.fn(async () => true),
    sendAct: vi.fn(async (act: Act): Promise<RowResult[]> => {
      const { request } = act
      if (act.act === 'check_in') return act.rows.map(checkIn)
      const before = act.act === 'undo' ? former.get(request) : undefined
      const found = saved.get(act.rows[0]?.id ?? before?.id ?? '')
      if (!found) return []
      const version = found.order.version + 1
      if (before) saved.set(before.id, { ...found, order: { ...before, version } })
      else if (act.rows[0]?.['version'] !== found.order.version)
        return [bookedResult(found.order, 'stale')]
      else {
        former.set(request, found.order)
        saved.set(found.order.id, { ...found, order: booked(found.order, act.rows[0]) })
      }
      return [bookedResult(saved.get(found.order.id)?.order ?? found.order)]
    }),
  }
  function checkIn({ id }: Act['rows'][number]): RowResult {
    const found = [...saved.values()].find(
      ({ order }) => order.id === id || order.trackingNumber === id,
    )
    if (!found) return { id, ok: false, code: 'not_found' }
    const orderId = found.order.id
    if (found.order.status === 'pending')
      return { id, ok: false, code: 'conflict', orderId, why: 'not_sent' }
    const order = {
      fullName: 'Sana',
      city: 'Lahore',
      items: [{ id: 'oil', name: 'Oil', size: '100ml', quantity: 1 }],
    }
    const from = found.stage === 'delivered' ? 'delivered' : 'handed_over'
    return { id, ok: true, orderId, from, to: 'received_back', order }
  }
  const { url } = urlHistory(batch ? `id=${batch}` : '')
  const station = createScans({ ...services, url })
  const says = () => {
    const { says, isProblem } = station.$station.get()
    return `${isProblem ? '!' : ''}${says}`
  }
  const scans = () => station.$scans.get().map(({ code, state }) => `${code} ${state}`)
  const numberOf = (id: string) => saved.get(id)?.order.trackingNumber
  return { ...station, services, saved, says, numberOf, scans }
}

const [A, B] = ['AAAAAAAA', 'BBBBBBBB']
const inBatch = (id: string, change: Partial<Order> = {}) =>
  withHistory(anOrder({ id, courier: 'tcs', booked: true, ...change }))
const ofA = inBatch(A)
const ofB = inBatch(B)

test('rule 21.40: a slip shows its order as it is now, and its label saves the number', async () => {
  const { scan, scans, $station, says, numberOf } = aStation({ orders: [ofA] })
  await scan('aaaa aaaa')
  expect($station.get().parcel).toMatchObject({ refusal: undefined, found: { order: { id: A } } })
  expect(says()).toBe(`Now scan the label of ${A} (Ayesha Khan).`)
  await scan('PX-1')
  expect(says()).toBe(`Saved: PX-1 is the number of ${A} (Ayesha Khan). Scan the next slip.`)
  expect(numberOf(A)).toBe('PX-1')
  expect(scans()).toEqual(['PX-1 done'])
})

test.each<[string, OrderWithHistory, string]>([
  [
    'cancelled by its customer',
    inBatch(A, { status: 'cancelled', cancellation: { reason: 'other' } }),
    'was cancelled by its customer',
  ],
  ['delivered', inBatch(A, { status: 'delivered' }), 'is delivered already'],
  ['on hold', { ...ofA, reasons: ['booked', 'held'] }, 'is on hold: resume it first'],
  ['replaced', { ...ofA, reasons: ['booked', 'replaced'] }, 'is replaced by another order'],
  [
    'without a courier',
    inBatch(A, { courier: undefined }),
    'has no courier: it was taken out of its parcels, or was in none',
  ],
])('rule 21.40: a parcel that is %s is refused, and gets no number', async (_, found, refusal) => {
  const { scan, $station, says, services } = aStation({ orders: [found] })
  await scan(A)
  expect($station.get().parcel?.refusal).toBe(refusal)
  expect(says()).toBe(`!${A} ${refusal}: put this parcel aside.`)
  await scan('PX-1')
  expect(services.sendAct).not.toHaveBeenCalledWith(expect.objectContaining({ act: 'book' }))
})

test('rule 21.40: at a batch, an order that left it is refused', async () => {
  const { scan, says } = aStation({ orders: [ofA, ofB], batch: 12, ofBatch: [B] })
  await scan(A)
  expect(says()).toContain(`!${A} is not among these parcels`)
  await scan(B)
  expect(says()).toContain(`Now scan the label of ${B}`)
})

test('rule 21.40: each scan of a slip asks anew', async () => {
  const { scan, saved, says } = aStation({ orders: [ofA] })
  await scan(A)
  const found = saved.get(A)
  if (found) saved.set(A, { ...found, order: { ...found.order, status: 'cancelled' } })
  await scan(A)
  expect(says()).toContain(`!${A} was cancelled`)
})

test('rule 21.40: what cannot be asked about is said until it is sent, and a label after it is no other parcel’s', async () => {
  const { scan, retry, services, says, numberOf } = aStation({ orders: [ofA, ofB] })
  await scan(A)
  services.fetchOrderWithHistory.mockImplementation(unreachable)
  services.sendAct.mockImplementationOnce(unreachable)
  await scan(B)
  expect(says()).toContain(`!${B} could not be checked`)
  await scan('PX-1')
  expect([numberOf(A), numberOf(B)]).toEqual([undefined, undefined])
  services.sendAct.mockImplementationOnce(unreachable)
  await scan(B)
  expect(says()).toContain(`!${B} could not be checked`)
  await retry()
  expect(says()).toBe('')
})

test('rule 21.40: a number that could not be looked up is scanned again, and one that could not be saved is sent again', async () => {
  const { scan, retry, scans, services, says, numberOf } = aStation({ orders: [ofA] })
  services.lookUpNumbers.mockImplementationOnce(unreachable)
  await scan(A)
  await scan('PX-1')
  expect(says()).toBe('!PX-1 is not saved: the shop could not be reached. Scan it again.')
  services.sendAct.mockImplementationOnce(unreachable)
  await scan('PX-1')
  expect(says()).toContain(`!${A}: Number PX-1 is not saved: no response`)
  expect(scans()).toEqual(['PX-1 unsent'])
  await retry()
  await retry()
  expect([numberOf(A), scans(), says()]).toEqual(['PX-1', ['PX-1 done'], ''])
  const [first, again, ...more] = services.sendAct.mock.calls.map(([act]) => act.request)
  expect([again, more]).toEqual([first, []])
})

test('rule 21.40: a number without a response that is scanned once more is the same act', async () => {
  const { scan, services, numberOf, scans } = aStation({ orders: [ofA] })
  services.sendAct.mockImplementationOnce(unreachable)
  for (const typed of [A, 'PX-1', A, 'PX-1']) await scan(typed)
  expect([numberOf(A), scans()]).toEqual(['PX-1', ['PX-1 done']])
})

test('rule 22.45: once the session is over, a slip is no parcel that comes back', async () => {
  const { scan, services } = aStation({ orders: [ofA] })
  services.fetchOrderWithHistory.mockRejectedValue(new ShopError('forbidden'))
  await scan(A)
  expect(services.sendAct).not.toHaveBeenCalled()
})

test('rule 21.40: a number of another order, an order id and a stale version are said, and not saved', async () => {
  const { scan, services, saved, says, numberOf } = aStation({ orders: [ofA, ofB] })
  const taken = new Map([['PX-1', { id: 'ZZZZZZZZ', fullName: 'Ali' }]])
  services.lookUpNumbers.mockResolvedValueOnce({ ...NOTHING_KNOWN, taken })
  await scan(A)
  await scan('PX-1')
  expect(says()).toBe('!“PX-1” belongs to ZZZZZZZZ (Ali) already.')
  await scan(A)
  await scan(B)
  expect(says()).toContain(`!A slip after a slip: ${A} has no number yet.`)
  const found = saved.get(B)
  if (found) saved.set(B, { ...found, order: { ...found.order, version: 9, status: 'cancelled' } })
  await scan('PX-2')
  expect(says()).toContain(`!${B}: Number PX-2 is not saved: somebody changed it meanwhile`)
  expect([numberOf(A), numberOf(B)]).toEqual([undefined, undefined])
})

test('rule 21.40: eight digits may be a label, and what a scanner types meanwhile waits', async () => {
  const { scan, numberOf } = aStation({ orders: [ofA, ofB] })
  await Promise.all([scan(A), scan('12345678'), scan(B), scan('PX-2')])
  expect([numberOf(A), numberOf(B)]).toEqual(['12345678', 'PX-2'])
})

test('rule 21.40: Undo takes a number back, and one without a response is pressed again', async () => {
  const { scan, undo, services, numberOf, scans, $scans } = aStation({ orders: [ofA] })
  await scan(A)
  await scan('PX-1')
  const request = String($scans.get()[0]?.request)
  const sendAct = services.sendAct.getMockImplementation()
  services.sendAct.mockImplementationOnce(async (act) => {
    await sendAct?.(act)
    return unreachable()
  })
  await undo(request)
  expect($scans.get()).toMatchObject([{ state: 'done', says: 'Not undone: press Undo again.' }])
  await undo(request)
  expect([numberOf(A), scans()]).toEqual([undefined, ['PX-1 undone']])
  await scan(A)
  await scan('PX-1')
  expect(numberOf(A)).toBe('PX-1')
})

test('rule 21.15: a phone is said, and is no number', async () => {
  const { scan, says, scans } = aStation({ orders: [ofA] })
  for (const typed of [A, '03001234567']) await scan(typed)
  expect(says()).toContain('!“03001234567” is a phone number')
  expect(scans()).toEqual([])
})

test('rule 22.44: a label without a slip, and the slip of what left, are parcels that come back', async () => {
  const onItsWay = inBatch(B, { status: 'shipped', trackingNumber: 'PX-2' })
  const { scan, scans } = aStation({ orders: [ofA, onItsWay] })
  for (const typed of ['PX-2', B, 'PX-9']) await scan(typed)
  expect(scans()).toEqual(['PX-9 refused', `${B} done`, 'PX-2 done'])
})

test('rule 22.44: a label of a parcel that is still here checks nothing in', async () => {
  const { scan, scans, services, numberOf } = aStation({ orders: [ofA] })
  for (const typed of [A, 'PX-1', 'PX-1']) await scan(typed)
  expect(services.sendAct.mock.calls.map(([{ act }]) => act)).toEqual(['book', 'check_in'])
  expect(scans()).toEqual(['PX-1 refused', 'PX-1 done'])
  expect(numberOf(A)).toBe('PX-1')
})

test('rule 22.44: while a slip waits for its label, nothing is checked in by a label, until it is left', async () => {
  const onItsWay = inBatch(B, { status: 'shipped', trackingNumber: 'PX-2' })
  const { scan, leaveSlip, services, says, scans } = aStation({ orders: [ofA, onItsWay] })
  const taken = new Map([['PX-2', { id: B, fullName: 'Ali' }]])
  services.lookUpNumbers.mockResolvedValue({ ...NOTHING_KNOWN, taken })
  await scan(A)
  await scan('PX-2')
  expect(says()).toBe(`!“PX-2” belongs to ${B} (Ali) already.`)
  expect(scans()).toEqual([])
  await scan(A)
  leaveSlip()
  await scan('PX-2')
  expect(scans()).toEqual(['PX-2 done'])
})

test('rule 22.44: what was not delivered comes back by its slip, also where it has no number', async () => {
  const tried = withHistory(anOrder({ id: A, courier: 'tcs', status: 'shipped' }), {
    stage: 'not_delivered',
  })
  const { scan, scans } = aStation({ orders: [tried] })
  await scan(A)
  expect(scans()).toEqual([`${A} done`])
})

test('rule 22.44: what was shipped without a number gets one by its label, or comes back where that is said', async () => {
  const { scan, checkIn, says, scans } = aStation({ orders: [inBatch(A, { status: 'shipped' })] })
  await scan(A)
  expect(says()).toBe(`Now scan the label of ${A} (Ayesha Khan).`)
  await checkIn(A)
  expect(scans()).toEqual([`${A} done`])
})

test('rule 22.44: a delivered parcel is checked in only where that is said, and is doubted there', async () => {
  const { scan, checkIn, says, scans, $scans } = aStation({
    orders: [
      { ...inBatch(A, { status: 'delivered', trackingNumber: 'PX-1' }), stage: 'delivered' },
    ],
  })
  await scan(A)
  expect(says()).toBe(`!${A} is delivered already: put this parcel aside.`)
  expect(scans()).toEqual([])
  await checkIn(A)
  expect(scans()).toEqual([`${A} done`])
  expect($scans.get()).toMatchObject([
    { says: 'Back, fine, though it was delivered: is it the right parcel?', isProblem: true },
  ])
})

test('rule 22.45: a slip that could not be checked is no parcel that comes back, once it can', async () => {
  const { scan, services, scans, says } = aStation({ orders: [ofA] })
  services.fetchOrderWithHistory.mockImplementationOnce(unreachable)
  services.sendAct.mockImplementationOnce(unreachable)
  await scan(A)
  expect(scans()).toEqual([`${A} unsent`])
  await scan(A)
  expect(scans()).toEqual([])
  expect(says()).toBe(`Now scan the label of ${A} (Ayesha Khan).`)
})

test('rule 21.15: a slip may be scanned twice, and a label anew', async () => {
  const { scan, numberOf, says, $scans } = aStation({ orders: [ofA] })
  for (const typed of [A, A]) await scan(typed)
  expect(says()).toBe(`Now scan the label of ${A} (Ayesha Khan).`)
  for (const typed of ['PX-1', A, 'PX-1']) await scan(typed)
  expect(says()).toBe(`${A} has PX-1 already.`)
  for (const typed of [A, 'PX-2']) await scan(typed)
  expect($scans.get()[0]?.says).toBe('Number PX-2 in place of PX-1')
  expect(numberOf(A)).toBe('PX-2')
})
