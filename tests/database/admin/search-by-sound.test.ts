/* The search of orders: names by sound, cities by all their names, words anywhere, phones, order numbers. */
import { describe, expect, test } from 'vitest'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, openDatabase } from '../../support/database.ts'

const { call, place } = openDatabase()

/** Spellings of one name. Each finds every order that has another one. */
const NAMES = [
  ['Ayesha', 'Aysha', 'Aisha', 'Aesha', 'عائشہ', 'عائشه'],
  ['Siddique', 'Siddiqui', 'Sadiq', 'صدیق'],
  ['Tariq', 'Tarik', 'طارق'],
  ['Hussain', 'Husain', 'Hussein', 'حسین', 'حسين'],
  ['Usman', 'Osman', 'عثمان'],
  ['Zainab', 'Zaynab', 'زینب'],
  ['Fatima', 'Fatimah', 'Fathima', 'فاطمہ'],
  ['Rizwan', 'Rizvan', 'رضوان'],
  ['Shoaib', 'Shuaib', 'شعیب'],
  ['Yousaf', 'Yusuf', 'Yousuf', 'یوسف'],
  ['Umar', 'Omar', 'Omer', 'عمر'],
  ['Zeeshan', 'Zishan', 'ذیشان'],
  ['Noor', 'Nur', 'نور'],
  ['Ghulam', 'Gulam', 'غلام'],
  ['Khadija', 'Khadeeja', 'خدیجہ'],
  ['Nasreen', 'Nasrin', 'نسرین'],
  ['Rehman', 'Rahman', 'رحمان'],
  ['Nazia', 'Naziya', 'نازیہ'],
  ['Chaudhry', 'Choudhary', 'چوہدری'],
  ['Javed', 'Jawaid', 'Javaid', 'جاوید'],
  ['Mahmood', 'Mehmood', 'Mahmud', 'محمود'],
]

async function find(search: string): Promise<string[]> {
  const { body } = await call(admin, 'admin_orders', { p: { search, limit: 100 } })
  return (body['orders'] as { id: string }[]).map(({ id }) => id)
}

async function placeAs(nth: number, address: Record<string, string>, more = {}): Promise<string> {
  const request = anAttempt(nth, more)
  await place({ ...request, shippingAddress: { ...request.shippingAddress, ...address } })
  return request.id
}

describe('a name', () => {
  test('is found by each of its spellings, and no other name is', async () => {
    const idsOf = new Map<readonly string[], string[]>()
    let nth = 0
    for (const spellings of NAMES) {
      const ids: string[] = []
      for (const name of spellings) {
        nth += 1
        ids.push(await placeAs(nth, { fullName: `${name} Lodhi` }))
      }
      idsOf.set(spellings, ids)
    }
    const wrong: unknown[] = []
    for (const [spellings, ids] of idsOf) {
      for (const name of spellings) {
        const found = await find(name)
        const missed = ids.filter((one) => !found.includes(one))
        const others = found.filter((one) => !ids.includes(one))
        if (missed.length + others.length > 0) wrong.push({ name, missed, others })
      }
    }
    expect(wrong).toEqual([])
  })

  test('is found by part of it, in any case, beside a word of another field', async () => {
    const id = await placeAs(1, { fullName: 'Ayesha Siddique', city: 'Lahore' })
    await placeAs(2, { fullName: 'Ayesha Khan', city: 'Multan' })
    expect(await find('AYE sidd')).toEqual([id])
    expect(await find('ayesha   lahore')).toEqual([id])
    expect(await find('Lahore Aysha')).toEqual([id])
    expect(await find('Aysha Karachi')).toEqual([])
  })
})

describe('an order', () => {
  test('is found by its number as it is read out or pasted', async () => {
    const id = await placeAs(1, {}, { id: 'JGYAWGWV' })
    for (const typed of ['JGYAWGWV', 'jgya wgwv', '#JGYAWGWV', '# jgya wgwv', 'JGYA'])
      expect(await find(typed)).toEqual([id])
  })

  test('is found by every name of its city', async () => {
    const typed = ['Lahore', 'lhr', 'لاہور', 'LAHORE ']
    const ids = new Set<string>()
    for (const [nth, city] of typed.entries()) ids.add(await placeAs(nth, { city }))
    await placeAs(9, { city: 'Karachi' })
    for (const city of typed) expect(new Set(await find(city))).toEqual(ids)
  })
})

test('a term of signs, patterns and letters without a sound is taken literally', async () => {
  const id = await placeAs(1, { fullName: 'Q (1) .* [x] \\ Ali' })
  for (const term of ['(1)', '.*', '[x]', '\\', 'q (1) ali']) expect(await find(term)).toEqual([id])
  expect(await find('(2)')).toEqual([])
  expect(await find('^')).toEqual([])
})
