import { beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { aNumberedOrder } from '#tests/support/order-factories.ts'
import { type KnownNumbers, NOTHING_KNOWN, type Receivers } from './numbered-order.ts'
import { createNumbers } from './numbers.store.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})

const ORDERS = [aNumberedOrder('AAAAAAAA'), aNumberedOrder('BBBBBBBB')]
const RECEIVERS: Receivers = {
  ...{ orders: ORDERS, sequences: [ORDERS] },
  ...{ format: '', mapping: {} },
}

function someNumbers(known: KnownNumbers = NOTHING_KNOWN) {
  const lookUpNumbers = vi.fn(async (_: readonly string[]) => known)
  const numbers = createNumbers({ key: '12', lookUpNumbers })
  const preview = () => {
    const view = numbers.$view.get()
    if (view.step !== 'preview') throw new Error(`The view is ${view.step}`)
    const { matches, problems } = view.matching
    const pairs = matches.map(({ order, number }) => [order.id, number])
    return { pairs, problems, list: view.list }
  }
  return { ...numbers, lookUpNumbers, preview }
}

const TAKEN: KnownNumbers = {
  taken: new Map([['PX-2', { id: 'ZZZZZZZZ', fullName: 'Ali' }]]),
  orderIds: new Set(),
}
const BELONGS = '“PX-2” belongs to ZZZZZZZZ (Ali) already.'

test('rule 21.14: the database is asked whose the numbers are before they are shown', async () => {
  const { read, preview, lookUpNumbers } = someNumbers(TAKEN)
  await read('AAAAAAAA\tPX-1\nBBBBBBBB\tPX-2', RECEIVERS)
  expect(lookUpNumbers).toHaveBeenCalledExactlyOnceWith(['PX-1', 'PX-2'])
  expect(preview()).toMatchObject({ pairs: [['AAAAAAAA', 'PX-1']], problems: [BELONGS] })
})

test('rule 21.12: the column that the admin chooses is read from the same list', async () => {
  const { read, readAgain, preview } = someNumbers()
  await read('AAAAAAAA\t1000000001\t2000000001\nBBBBBBBB\t1000000002\t2000000002', RECEIVERS)
  expect(preview().pairs).toEqual([])
  await readAgain({ ...preview().list, column: 2 })
  expect(preview().pairs).toEqual([
    ['AAAAAAAA', '2000000001'],
    ['BBBBBBBB', '2000000002'],
  ])
})

test('rule 21.14: the order without a number is named by the admin, in the same list', async () => {
  const { read, readAgain, preview, $view } = someNumbers()
  await read('2100500001', RECEIVERS)
  expect($view.get()).toMatchObject({ matching: { mayBeWithout: ORDERS } })
  await readAgain({ ...preview().list, without: ['AAAAAAAA'] })
  expect(preview()).toMatchObject({ pairs: [['BBBBBBBB', '2100500001']], problems: [] })
})

test('a file that cannot be read, and a database that cannot be reached, show nothing to save', async () => {
  const { read, $view, lookUpNumbers } = someNumbers()
  await read(new Blob(['PK nothing']), RECEIVERS)
  expect($view.get()).toMatchObject({
    step: 'failed',
    problem: expect.stringContaining('not complete'),
  })
  lookUpNumbers.mockRejectedValueOnce(new ShopError('unreachable'))
  await read('AAAAAAAA\tPX-1', RECEIVERS)
  expect($view.get()).toMatchObject({ step: 'failed', problem: expect.stringContaining('matched') })
})

test('only the latest list is shown', async () => {
  const { read, preview, lookUpNumbers } = someNumbers()
  const response = Promise.withResolvers<KnownNumbers>()
  lookUpNumbers.mockReturnValueOnce(response.promise)
  const first = read('AAAAAAAA\tPX-1', RECEIVERS)
  await vi.waitFor(() => expect(lookUpNumbers).toHaveBeenCalledOnce())
  await read('BBBBBBBB\tPX-3', RECEIVERS)
  response.resolve(NOTHING_KNOWN)
  await first
  expect(preview().pairs).toEqual([['BBBBBBBB', 'PX-3']])
})
