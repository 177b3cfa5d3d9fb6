import { expect, it } from 'vitest'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { withHistory } from '#tests/support/order-detail-page.ts'
import { A_PARCEL, anOrder, NOT_CONFIRMED } from '#tests/support/order-factories.ts'
import { stageSentence } from './stage-sentence.ts'

const LOST = { ...A_PARCEL, state: 'lost' as const }
const HALF_PAID = { ...A_PARCEL, toCollect: 305_700, paid: 50_000 }
const UNREACHED = { state: 'unreached', noAnswers: 3 } as const

it.each<[string, Partial<OrderWithHistory>]>([
  ['It is not confirmed.', { stage: 'to_confirm', reasons: ['unconfirmed'] }],
  [
    'It is not confirmed. Once no answer.',
    {
      stage: 'to_confirm',
      reasons: ['unconfirmed'],
      confirmation: { ...NOT_CONFIRMED, noAnswers: 1 },
    },
  ],
  ['Confirmed. It can be packed.', { stage: 'to_pack', confirmation: confirmed() }],
  [
    'Lost with the courier. Claim it there, and send the order again.',
    { stage: 'not_delivered', parcels: [LOST] },
  ],
  [
    'Lost with the courier, and paid. Send the order again.',
    { stage: 'not_delivered', parcels: [{ ...LOST, toCollect: 79_900, paid: 79_900 }] },
  ],
  [
    'Lost with the courier. Claim it there. Another order replaces it.',
    { stage: 'replaced', parcels: [LOST] },
  ],
  ['Another order replaces it.', { stage: 'replaced', parcels: [HALF_PAID] }],
  ['Delivered. Its cash is in no payment yet.', { stage: 'delivered', parcels: [A_PARCEL] }],
  ['Delivered. 500.00 of 3057.00 are in payments.', { stage: 'delivered', parcels: [HALF_PAID] }],
  ['Delivered. There was nothing to collect.', { stage: 'paid', parcels: [A_PARCEL] }],
  ['Delivered and paid.', { stage: 'paid', parcels: [{ ...HALF_PAID, paid: 305_700 }] }],
  ['Cancelled: Fake order.', { stage: 'cancelled', endReason: 'fake' }],
  [
    '3 times no answer: decide.',
    { stage: 'later', confirmation: { ...NOT_CONFIRMED, ...UNREACHED } },
  ],
])('rule 14.60: an order says “%s”', (sentence, found) => {
  expect(stageSentence(withHistory(anOrder(), found))).toBe(sentence)
})

function confirmed(): OrderWithHistory['confirmation'] {
  return { ...NOT_CONFIRMED, state: 'confirmed', by: 'admin' }
}
