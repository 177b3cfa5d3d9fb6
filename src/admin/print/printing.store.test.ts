import { expect, test } from 'vitest'
import type { WholeOrder } from '#admin/order/whole-order.ts'
import { aWholeOrder } from '#tests/support/order-factories.ts'
import { createPrinting } from './printing.store.ts'

function aPrinting(orders: WholeOrder[]) {
  return createPrinting({ fetchWholeOrders: async () => orders })
}

test('rule 15.21: an order that was cancelled since it was ticked is not printed, and named', async () => {
  const [sent, cancelled] = [
    aWholeOrder({ id: 'AAAAAAAA' }),
    aWholeOrder({ id: 'BBBBBBBB', status: 'cancelled', cancellation: { reason: 'other' } }),
  ]
  const printing = aPrinting([sent, cancelled])
  await printing.printSlips(['AAAAAAAA', 'BBBBBBBB'])
  const leftOut = [{ id: 'BBBBBBBB', why: 'cancelled by its customer' }]
  expect(printing.$printing.get()).toEqual({
    step: 'ready',
    job: { what: 'slips', orders: [sent] },
    leftOut,
  })
  printing.clear()
  expect(printing.$printing.get()).toEqual({ step: 'printed', leftOut })
})

test.each([
  ['pindi', 'Rawalpindi'],
  ['dha lahore', 'dha lahore'],
  ['Nowhereabad', 'Nowhereabad'],
])('rule 15.3: slips of an order to %s have the city %s', async (typed, city) => {
  const plain = aWholeOrder()
  const order = { ...plain, shippingAddress: { ...plain.shippingAddress, city: typed } }
  const printing = aPrinting([order])
  await printing.printSlips([order.id])
  expect(printing.$printing.get()).toMatchObject({
    job: { orders: [{ shippingAddress: { ...order.shippingAddress, city } }] },
  })
})

test('where all are cancelled, nothing is printed; a joined one goes in the parcel of another', async () => {
  const printing = aPrinting([
    aWholeOrder({ id: 'BBBBBBBB', status: 'cancelled' }),
    aWholeOrder({ id: 'CCCCCCCC', status: 'cancelled', joined: true }),
  ])
  await printing.printSlips(['BBBBBBBB', 'CCCCCCCC'])
  expect(printing.$printing.get()).toEqual({
    step: 'nothing',
    leftOut: [
      { id: 'BBBBBBBB', why: 'cancelled' },
      { id: 'CCCCCCCC', why: 'goes in another order’s parcel' },
    ],
  })
})

test('slips that are printed all the same are those that were asked about, and no others again', async () => {
  const orders = [
    aWholeOrder({ id: 'AAAAAAAA' }),
    aWholeOrder({ id: 'BBBBBBBB', reasons: ['unconfirmed'] }),
    aWholeOrder({ id: 'CCCCCCCC', reasons: ['held'] }),
  ]
  const printing = aPrinting(orders)
  await printing.printSlips(orders.map(({ id }) => id))
  printing.clear()
  await printing.printAsked()
  expect(printing.$printing.get()).toMatchObject({
    job: { orders: [{ id: 'BBBBBBBB' }] },
    leftOut: [{ id: 'CCCCCCCC' }],
  })

  await printing.start(async () => ({ what: 'pick list', orders }))
  printing.clear()
  await printing.printAsked()
  expect(printing.$printing.get()).toMatchObject({
    job: { orders: [{ id: 'AAAAAAAA' }, { id: 'BBBBBBBB' }] },
    leftOut: [{ id: 'CCCCCCCC' }],
  })
})

test('a load sheet and a pick list leave the same orders out', async () => {
  const orders = [aWholeOrder(), aWholeOrder({ id: 'BBBBBBBB', status: 'cancelled' })]
  const printing = aPrinting([])
  const before = { id: 'CCCCCCCC', why: 'not sent with these' }
  await printing.start(async () => ({
    what: 'pick list',
    orders,
    leftOut: [before],
  }))
  expect(printing.$printing.get()).toMatchObject({
    job: { orders: [orders[0]] },
    leftOut: [before, { id: 'BBBBBBBB' }],
  })
})
