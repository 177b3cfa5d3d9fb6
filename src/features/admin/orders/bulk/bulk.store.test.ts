import { beforeEach, expect, it, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import type { OrderChange } from '../orders.ts'
import { createBulk } from './bulk.store.ts'

const orders = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC'].map((id) => anOrderSummary({ id }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A bulk change whose saves respond as the test says, and then succeed. */
function aBulk(responses: Record<string, () => unknown> = {}) {
  const sent: [string, OrderChange][] = []
  const onSaved = vi.fn()
  const bulk = createBulk({
    async save(id, change) {
      sent.push([id, change])
      const response = responses[id]
      delete responses[id]
      return response ? response() : { id }
    },
    onSaved,
  })
  return { bulk, sent, onSaved }
}

function fails(code: string) {
  return () => {
    throw new ShopError(code)
  }
}

function outcomes({ $bulk }: ReturnType<typeof createBulk>) {
  const bulk = $bulk.get()
  return bulk.step === 'choosing' ? [] : bulk.lines.map(({ outcome }) => outcome)
}

it('rule 15.2: every order is saved by a request of its own, with its own tracking number', async () => {
  const { bulk, sent, onSaved } = aBulk()
  await bulk.start(orders, 'shipped', new Map([['BBBBBBBB', ' TCS 2 ']]))
  expect(sent).toEqual([
    ['AAAAAAAA', { status: 'shipped' }],
    ['BBBBBBBB', { status: 'shipped', trackingNumber: 'TCS 2' }],
    ['CCCCCCCC', { status: 'shipped' }],
  ])
  expect(onSaved).toHaveBeenCalledTimes(3)
  expect(outcomes(bulk)).toEqual(['saved', 'saved', 'saved'])
  expect(bulk.$bulk.get().step).toBe('done')
})

it('rule 15.2: what fails is named, and Retry sends only that', async () => {
  const { bulk, sent, onSaved } = aBulk({
    AAAAAAAA: fails('unreachable'),
    BBBBBBBB: fails('refused'),
    CCCCCCCC: matchesNothing,
  })
  await bulk.start(orders, 'shipped', new Map([['BBBBBBBB', 'TCS 2']]))
  expect(outcomes(bulk)).toEqual(['unreachable', 'refused', 'refused'])
  expect(onSaved).not.toHaveBeenCalled()

  await bulk.retry()
  expect(outcomes(bulk)).toEqual(['saved', 'saved', 'saved'])
  expect(sent.slice(3)).toEqual(sent.slice(0, 3))

  await bulk.retry()
  expect(sent).toHaveLength(6)
})

it('a second press while saving sends nothing', async () => {
  const { bulk, sent } = aBulk()
  const presses = [1, 2].map(() => bulk.start(orders, 'delivered', new Map()))
  bulk.close()
  await Promise.all(presses)
  expect(sent).toHaveLength(3)
  bulk.close()
  expect(bulk.$bulk.get()).toEqual({ step: 'choosing' })
})

function matchesNothing(): undefined {}
