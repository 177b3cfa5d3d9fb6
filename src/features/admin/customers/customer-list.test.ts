import { expect, test } from 'vitest'
import {
  type CustomerQuery,
  fromSearchParams,
  madeUpEmail,
  toSearchParams,
} from './customer-list.ts'

const cursor = { date: '2026-11-21T09:15:00.123456+00:00', key: 'ayesha khan 03001234567' }

test.each<CustomerQuery>([
  { search: '' },
  { search: 'a,b)(*%"\\ & خان' },
  { search: 'khan', before: cursor },
  { search: '', after: cursor },
])('an address leads back to the same list: %o', (query) => {
  const address = toSearchParams(query).toString()
  expect(fromSearchParams(new URLSearchParams(address))).toEqual(query)
})

test('the whole list has a plain address', () => {
  expect(toSearchParams({ search: '' }).toString()).toBe('')
})

test.each([
  'before=yesterday',
  'before=2026-13-99T99:99 x',
  'after=',
  'before=2026-11-21T09:15:00Z',
])('a place that nobody could have paged to is the top: %s', (address) => {
  expect(fromSearchParams(new URLSearchParams(address))).toEqual({ search: '' })
})

test('a search in an address ends somewhere', () => {
  const { search } = fromSearchParams(new URLSearchParams({ q: 'x'.repeat(10_000) }))
  expect(search).toHaveLength(100)
})

test('an e-mail made from a name can receive nothing', () => {
  expect(madeUpEmail('Ayesha  Khan')).toBe('ayesha.khan@customers.invalid')
  expect(madeUpEmail('عائشہ خان')).toBe('عائشہ.خان@customers.invalid')
})
