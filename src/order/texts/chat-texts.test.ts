import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { whatsAppUrl } from '#config/whatsapp.ts'
import { priceList } from '#product/price-list.ts'
import {
  cancelByMessage,
  changeByMessage,
  giftQuestion,
  helpPhotos,
  orderIsPlaced,
  orderQuestion,
  orderUrl,
  productQuestion,
} from './chat-texts.ts'
import { formatPurchase } from './purchase-text.ts'

const id = 'ABCDEFGH'
const items = priceList.map(({ name, sizes: [{ label }] }) => ({ name, size: label, quantity: 2 }))

test.each([
  [productQuestion('Hair Oil'), 'I have a question about Hair Oil.'],
  [orderQuestion(id), 'I have a question about my order ABCDEFGH.'],
  [changeByMessage(id, ' House 9 '), 'please change my order ABCDEFGH: House 9'],
  [cancelByMessage(id, ' Not needed '), 'please cancel my order ABCDEFGH. Not needed'],
  [cancelByMessage(id, ''), 'please cancel my order ABCDEFGH.'],
  [giftQuestion(id), 'I have placed order ABCDEFGH. This is a gift: I pay before you send it.'],
  [helpPhotos(id), 'these are photos for my order ABCDEFGH.'],
  [
    orderIsPlaced({ id, total: 159_800, advance: 50_000 }),
    `I have placed order ABCDEFGH. I will have Rs 1098.00 in cash ready. ${orderUrl(id)}`,
  ],
  [
    orderIsPlaced({ id, total: 50_000, advance: 50_000 }),
    `I have placed order ABCDEFGH. ${orderUrl(id)}`,
  ],
])('rule 4.30: the message "%s" says what it is about', (text, words) => {
  expect(text).toBe(`Assalam-o-Alaikum, ${words}`)
})

test('rule 4.30: messages of the whole catalogue have under 300 letters', () => {
  const names = priceList.map(({ name }) => productQuestion(name))
  for (const text of [...names, formatPurchase({ id, items, total: 10 ** 8 })])
    expect(text.length).toBeLessThan(300)
})

test('a message of any characters is one text of the URL', () => {
  const url = new URL(whatsAppUrl('a&b=c #d\n\uD800 ۱') ?? '')
  expect([...url.searchParams]).toEqual([['text', 'a&b=c #d\n\uFFFD ۱']])
})

test('rule 8.8: without a number there is no chat', () => {
  const { whatsApp } = settings
  settings.whatsApp = ''
  expect(whatsAppUrl('Hello')).toBeUndefined()
  settings.whatsApp = whatsApp
})
