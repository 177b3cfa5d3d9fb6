import { describe, expect, test } from 'vitest'
import { parseOrderText } from '#desk/new-order/chat/parse-order-text.ts'
import { sizesOfBuild, toLineTexts } from '#desk/order-editor/lines.ts'
import { formatMoney, fromMinor } from '#kit/money.ts'
import { REQUIRED_FIELDS, splitAddress } from '#order/address/address.ts'
import { lineKey } from '#order/order-lines.ts'
import { formatOrderText } from '#order/texts/order-text.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import {
  type Draft,
  EMPTY_DRAFT,
  fillInOrder,
  isEmptyDraft,
  isSameOrder,
  labelOf,
  parseDraft,
  readNewOrder,
} from './new-order.ts'

const { items, total } = anOrder()

function aDraft(typed: Draft['typed'] = {}, lines = toLineTexts(items)): Draft {
  return { ...EMPTY_DRAFT, lines, typed: { ...goodAddress, ...typed } }
}

describe('rule 14.27: what is sent', () => {
  test('has the prices of the catalogue, the cleaned texts and the number in capitals', () => {
    const texts = {
      fullName: '  Ayesha\u00A0Khan ',
      orderNumber: ' abcd efgh ',
      advance: '۵۰۰.۵',
      landmark: 'the mosque',
      note: ' Call first\n',
    }
    const { row, id, advance, hasProblems } = readNewOrder(aDraft(texts), sizesOfBuild)
    expect({ id, advance, hasProblems }).toEqual({
      id: 'ABCDEFGH',
      advance: 50_050,
      hasProblems: false,
    })
    expect(row).toEqual({
      items: items.map(({ id, size, quantity, price }) => ({
        ...{ id, size, quantity },
        price: fromMinor(price),
      })),
      total: fromMinor(total),
      ...splitAddress({ ...goodAddress, landmark: 'the mosque' }),
      source: 'phone',
      advance: 500.5,
      note: 'Call first',
    })
  })

  test.each<[string, Draft['typed'], object]>([
    ['an empty name', { fullName: ' ' }, { fullName: 'This field is required' }],
    ['a short phone', { phone: '0300' }, { phone: 'Please enter a valid phone number' }],
    [
      'a second phone that is none',
      { secondPhone: 'x' },
      { secondPhone: 'Please enter a valid phone number' },
    ],
    [
      'a long note for the rider',
      { riderNote: 'x'.repeat(201) },
      { riderNote: 'Please use at most 200 characters' },
    ],
    ['a long note', { note: 'x'.repeat(1001) }, { note: 'Please use at most 1000 characters' }],
    [
      'an advance that is no amount',
      { advance: '5.005' },
      { advance: 'Please enter an amount such as 500 or 500.50' },
    ],
    [
      'an advance over the total',
      { advance: '99999999' },
      { advance: `Please enter at most the total, ${formatMoney(total)}` },
    ],
    [
      'an order number of nine letters',
      { orderNumber: 'ABCDEFGHI' },
      {
        orderNumber: 'An order number has eight letters and digits. Leave it empty for a new one.',
      },
    ],
    [
      'a code of another shape',
      { deviceCode: 'AB12' },
      { deviceCode: 'A code has eight letters and digits. Leave it empty where there is none.' },
    ],
  ])('is nothing, with %s', (_, texts, problems) => {
    const read = readNewOrder(aDraft(texts), sizesOfBuild)
    expect(read).toMatchObject({ problems, hasProblems: true })
    expect(Object.keys(read.problems)).toEqual(Object.keys(problems))
  })

  test('is nothing, without a line', () => {
    const { lines, hasProblems } = readNewOrder(aDraft({}, []), sizesOfBuild)
    expect({ problem: lines.problem, hasProblems }).toEqual({
      problem: 'An order has at least one line.',
      hasProblems: true,
    })
  })

  test('is the saved order only with the same lines, address and advance', () => {
    const read = readNewOrder(aDraft({ landmark: 'the mosque' }), sizesOfBuild)
    const shippingAddress = { ...goodAddress, landmark: 'the mosque' }
    const saved = anOrder({ shippingAddress })
    expect(isSameOrder(saved, read)).toBe(true)
    for (const change of [
      { items: items.slice(1) },
      { advance: 5 },
      { shippingAddress: goodAddress },
      { shippingAddress: { ...shippingAddress, city: 'Multan' } },
    ])
      expect(isSameOrder({ ...saved, ...change }, read)).toBe(false)
  })
})

describe('rule 14.28: a message', () => {
  const message = formatOrderText({ id: 'ABCDEFGH', items, total, shippingAddress: goodAddress })

  test('fills in an empty form', () => {
    const { report, ...filled } = fillInOrder(EMPTY_DRAFT, parseOrderText(message))
    expect(filled).toMatchObject({
      texts: { ...goodAddress, orderNumber: 'ABCDEFGH' },
      lines: toLineTexts(items),
      source: 'whatsapp',
    })
    const typedFields = REQUIRED_FIELDS.filter((field) => field !== 'country')
    expect(report).toEqual({
      filled: [...typedFields.map(labelOf), 'Order Number', 'Items'],
      left: [],
      unknown: [],
      total,
    })
  })

  test('leaves what was typed, and says so', () => {
    const [size] = sizesOfBuild
    const lines = [{ product: size ? lineKey(size) : '', quantity: '7' }]
    const typed: Draft = { ...aDraft({ city: 'Multan', fullName: '' }, lines), source: 'phone' }
    const { texts, report, ...filled } = fillInOrder(
      typed,
      parseOrderText(`${message}\nCountry: India\nHello`),
    )
    expect(filled).toEqual({ lines, source: 'phone' })
    expect(texts).toMatchObject({ ...goodAddress, city: 'Multan', orderNumber: 'ABCDEFGH' })
    expect(report).toMatchObject({
      filled: ['Full Name', 'Order Number'],
      left: ['City', 'Items'],
      unknown: ['Country: India', 'Hello'],
    })
  })

  test('replaces the country that the form begins with', () => {
    const { texts } = fillInOrder(EMPTY_DRAFT, parseOrderText('Country: India'))
    expect(texts.country).toBe('India')
  })
})

test('a saved draft is read again, and what somebody else wrote is none', () => {
  const draft = aDraft()
  const restored = { ...draft, isRestored: true }
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(restored)
  for (const other of [undefined, [], {}, { ...draft, typed: 1 }])
    expect(parseDraft(other)).toBeUndefined()
  expect(parseDraft({ ...draft, lines: [1], source: 'x' })).toEqual({
    ...restored,
    lines: undefined,
  })
  expect([isEmptyDraft(EMPTY_DRAFT), isEmptyDraft(draft)]).toEqual([true, false])
})
