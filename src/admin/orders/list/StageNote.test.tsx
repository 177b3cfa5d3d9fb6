import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Confirmation } from '#admin/order/confirmation.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { StageNote } from './StageNote.tsx'

function textsOf(order: OrderSummary): string[] {
  const html = renderToStaticMarkup(<StageNote order={order} act={undefined} />)
  return html.split(/<[^>]+>/).filter((text) => text.trim() !== '')
}

test('rule 14.16: beside its stage an order on hold says why, and the stage once', () => {
  const confirmation: Confirmation = { state: 'held', by: null, reason: 'address', noAnswers: 0 }
  const order = anOrderSummary({ stage: 'held', confirmation })
  expect(textsOf(order)).toEqual(['Held', 'The address is not clear'])
})

test('rule 14.16: a joined order says so once; without stages it is cancelled, and why', () => {
  const joined = { status: 'cancelled', endReason: 'joined' } as const
  expect(textsOf(anOrderSummary({ ...joined, stage: 'joined' }))).toEqual(['Joined'])
  expect(textsOf(anOrderSummary({ ...joined, stage: null }))).toEqual([
    'Cancelled',
    'Joined with another order',
  ])
})
