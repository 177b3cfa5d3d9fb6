import { expect, test } from 'vitest'
import { isOrderKey, newOrderKey, rememberOrder, tokenOf } from './order-key.ts'

test('a new key is eight letters without I and O, and a token of 192 bits', () => {
  for (let round = 0; round < 500; round += 1) {
    const { id, token } = newOrderKey()
    expect(id).toMatch(/^[A-HJ-NP-Z]{8}$/)
    expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  }
})

test('the letters of many ids are about equally frequent', () => {
  const counts = new Map<string, number>()
  for (let round = 0; round < 3000; round += 1) {
    for (const letter of newOrderKey().id) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  expect(counts.size).toBe(24)
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(250)
})

test('the device remembers the tokens of its latest 50 orders', () => {
  const keys = Array.from({ length: 51 }, newOrderKey)
  for (const key of keys) rememberOrder(key, '0300 1234567')
  expect(tokenOf(keys[0]?.id ?? '')).toBeUndefined()
  expect(tokenOf(keys[50]?.id ?? '')).toBe(keys[50]?.token)
})

test.each([null, 5, {}, { id: ['ABCDEFGH'], token: 'x'.repeat(32) }, { id: 'ABCDEFGH', token: 5 }])(
  'what is not a key is not taken for one',
  (value) => expect(isOrderKey(value)).toBe(false),
)
