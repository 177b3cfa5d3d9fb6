import { expect, test } from 'vitest'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createNewOrder } from './new-order.store.ts'

/** Of a tab of its own: a form begins with the draft that its tab has saved. */
function filledFrom(message: string, postalCode = '') {
  stubSessionStorage()
  const form = createNewOrder()
  form.type('message', message)
  form.type('postalCode', postalCode)
  form.fillFromMessage()
  return { ...form.$form.get(), texts: form.texts() }
}

test('rule 14.27: a message fills in state and post code of its city, where it has none', () => {
  const { texts, fillReport } = filledFrom('Name: Hina\nCity: okara', '56310')
  expect(texts).toMatchObject({ state: 'Punjab', postalCode: '56310' })
  expect(fillReport?.filled).toEqual(['Full Name', 'City', 'State'])
})

test('rule 21.42: a chat fills in its lines and its city, and then state and post code', () => {
  const { texts, lines, fillReport } = filledFrom('Salam, 2 bottle bhej dein, Multan, Nazia')
  expect(texts).toMatchObject({ city: 'Multan', state: 'Punjab', postalCode: '60000', address: '' })
  expect(lines?.map(({ quantity }) => quantity)).toEqual(['2'])
  expect(fillReport).toMatchObject({
    filled: ['City', 'Items', 'State', 'Postal Code'],
    unknown: ['Nazia'],
  })
})
