import { beforeEach, expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { cardText } from './card-text.ts'
import { cardOf, saveCard } from './save-card.ts'
import { CARDS_KEY, readCards } from './saved-cards.ts'

const order = anOrder({ total: 159_800, advance: 50_000 })
const ids = (now?: number) => readCards(now).map(({ id }) => id)

beforeEach(() => deviceStorage.remove(CARDS_KEY))

test('rule 7.47: of an open order the device saves number, cash and day, and nothing else', () => {
  saveCard(order.id, order, 1)
  expect(JSON.parse(deviceStorage.get(CARDS_KEY) ?? '')).toEqual([
    { id: order.id, amount: 109_800, day: order.estimatedDelivery, at: 1 },
  ])
})

test.each(['delivered', 'cancelled'] as const)(
  'rule 7.47: the card goes once its order is %s, or exists no more',
  (status) => {
    saveCard(order.id, order)
    saveCard('QQQQQQQQ', anOrder({ id: 'QQQQQQQQ' }))
    saveCard(order.id, anOrder({ status }))
    expect(ids()).toEqual(['QQQQQQQQ'])
    saveCard('QQQQQQQQ', undefined)
    expect(deviceStorage.get(CARDS_KEY)).toBeNull()
  },
)

test('rule 7.47: the card goes once its parcel is on its way back', () => {
  saveCard(order.id, order)
  saveCard(order.id, { ...order, status: 'shipped', parcelState: 'returning' })
  expect(ids()).toEqual([])
})

test('rule 7.47: the card goes 30 days after it was saved first, however often its order was seen', () => {
  saveCard(order.id, order, 0)
  saveCard(order.id, order, 20 * DAY_MS)
  expect(ids(29 * DAY_MS)).toEqual([order.id])
  expect(ids(31 * DAY_MS)).toEqual([])
})

test.each([
  '',
  'null',
  '[1]',
  '[{"id":"ABCDEFGH"}]',
  '[{"id":"<b>","amount":1,"day":"2026-11-28","at":1}]',
])('saved text that is no card is ignored: %s', (text) => {
  deviceStorage.set(CARDS_KEY, text)
  expect(readCards(1)).toEqual([])
})

test('rule 7.47: whoever is at home reads sum, shop, number, day and telephone', () => {
  const text = cardText(cardOf(order), new Date('2026-11-28T18:59:00Z'))
  for (const part of ['1098.00', settings.name, order.id, 'November 28, 2026', settings.phone])
    expect(text).toContain(part)
  const late = cardText(cardOf(order), new Date('2026-11-28T19:00:00Z'))
  expect(late).toBe(text.replace(' about November 28, 2026', ''))
  const paid = cardOf(anOrder({ total: 100, advance: 100 }))
  expect(cardText(paid)).toContain('Nothing is to be paid')
})
