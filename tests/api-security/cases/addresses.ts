/* What reaches no door is refused; what does is stored as one plain line. */
import { expect } from 'vitest'
import { addressCases } from '#tests/support/address-cases.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectError } from '../outcomes.ts'
import { accepted, place, refused, withAddress, withText } from './ordering.ts'

const FIELDS = ['fullName', 'address', 'city', 'state', 'postalCode', 'country', 'phone']

const LONGEST: [number: string, field: string, characters: number][] = [
  ['A75', 'address', 300],
  ['A87', 'fullName', 100],
  ['A75', 'city', 100],
  ['A75', 'state', 100],
  ['A75', 'country', 100],
]

const PHONES: [typed: string, stored: string | null][] = [
  ['123456789', null],
  ['1234567890', '1234567890'],
  ['123456789012345', '123456789012345'],
  ['1234567890123456', null],
  ['+92 (300) 123-4567', '+92 (300) 123-4567'],
]

export const addresses: AttackCase[] = [
  ...FIELDS.flatMap((field) =>
    [undefined, null, { a: 1 }, ['x'], 5, true, '', '   ', '\t\n'].map((value) =>
      refused(
        `A68 A69 ${field} that is ${JSON.stringify(value)} is missing`,
        withAddress({ [field]: value }),
        422,
        'required',
        field,
      ),
    ),
  ),
  ...FIELDS.map((field) =>
    refused(
      `A70 ${field} of which nothing is seen is missing`,
      withAddress({ [field]: '\u200B\u200D\u2060\u00AD\u3164\u202E' }),
      422,
      'required',
      field,
    ),
  ),
  ...PHONES.map(([typed, stored]) =>
    stored
      ? accepted(`A71 A72 the phone ${typed} is taken`, withAddress({ phone: typed }), (order) =>
          expect(order.shippingAddress['phone']).toBe(stored),
        )
      : refused(
          `A71 A72 the phone ${typed} is refused`,
          withAddress({ phone: typed }),
          422,
          'phone_invalid',
          'phone',
        ),
  ),
  ...['۰۳۰۰۱۲۳۴۵۶۷', '０３００１２３４５６７'].map((phone) =>
    accepted(`A73 the phone ${phone} is stored in plain digits`, withAddress({ phone }), (order) =>
      expect(order.shippingAddress['phone']).toBe('03001234567'),
    ),
  ),
  ...['०३००१२३४५६७', '①②③④⑤⑥⑦⑧⑨⑩', '𝟎𝟑𝟎𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕', '০৩০০১২৩৪৫৬৭'].map((phone) =>
    refused(
      `A73 the digits ${phone} do not count`,
      withAddress({ phone }),
      422,
      'phone_invalid',
      'phone',
    ),
  ),
  ...addressCases
    .filter(({ field }) => field === 'postalCode')
    .map(({ typed, outcome }) =>
      'stored' in outcome
        ? accepted(
            `A74 the postal code ${JSON.stringify(typed)} is taken`,
            withAddress({ postalCode: typed }),
            (order) => expect(order.shippingAddress['postalCode']).toBe(outcome.stored),
          )
        : refused(
            `A74 the postal code ${JSON.stringify(typed)} is refused`,
            withAddress({ postalCode: typed }),
            422,
            outcome.refused,
            'postalCode',
          ),
    ),
  ...LONGEST.flatMap(([number, field, most]) => [
    accepted(
      `${number} ${field} of ${most} letters is taken`,
      withAddress({ [field]: 'a'.repeat(most) }),
    ),
    accepted(
      `${number} ${field} of ${most} emoji is taken`,
      withAddress({ [field]: '🌿'.repeat(most) }),
    ),
    refused(
      `${number} ${field} of one letter more is refused`,
      withAddress({ [field]: 'a'.repeat(most + 1) }),
      422,
      'too_long',
      field,
    ),
    refused(
      `${number} ${field} of one emoji more is refused`,
      withAddress({ [field]: '🌿'.repeat(most + 1) }),
      422,
      'too_long',
      field,
    ),
  ]),
  ...['Ayesha', '"0300', 'Lahore', '"total"', '"quantity"', 'cash_on_delivery'].map((place_) =>
    fact(`A77 no NUL after ${place_}`, async (shop) => {
      const reply = await place(shop, (request) => {
        const plain = {
          ...request,
          shippingAddress: { ...request.shippingAddress, phone: '0300 1234567' },
        }
        const text = place_.replace(/"$/, '')
        return withText(plain, text, `${text}\\u0000`)
      })
      expectError(reply, 400, '22P05')
    }),
  ),
  ...['\\ud800', '\\udc00', '\\ud83c', '\\udf3f\\ud83c'].map((lone) =>
    fact(`A78 half a character ${lone} is refused`, async (shop) => {
      const reply = await place(shop, (request) => withText(request, 'Ayesha', `Ay${lone}esha`))
      expect(reply.status).toBe(400)
    }),
  ),
]
