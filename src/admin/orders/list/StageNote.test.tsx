import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Confirmation } from '#admin/order/confirmation.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { StageNote } from './StageNote.tsx'

test('rule 14.16: beside its stage an order on hold says why, and the stage once', () => {
  const confirmation: Confirmation = { state: 'held', by: null, reason: 'address', noAnswers: 0 }
  const order = anOrderSummary({ stage: 'held', confirmation })
  const html = renderToStaticMarkup(<StageNote order={order} act={undefined} />)
  const texts = html.split(/<[^>]+>/).filter((text) => text.trim() !== '')
  expect(texts).toEqual(['Held', 'The address is not clear'])
})
