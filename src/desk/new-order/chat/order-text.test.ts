import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSum } from '#config/currency.ts'
import { isBlank } from '#kit/text.ts'
import { ADDRESS_FIELDS, addressProblems, cleanAddress, mapFields } from '#order/address/address.ts'
import { formatOrderText } from '#order/texts/order-text.ts'
import { GIFT_MESSAGE } from '#order/texts/purchase-text.ts'
import { priceList } from '#product/price-list.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { nastyText } from '#tests/support/nasty-text.ts'
import { samples, seed } from '#tests/support/random-run.ts'
import { parseOrderText } from './parse-order-text.ts'

const [first, second = first] = priceList
if (!first || !second) throw new Error('The price list is empty')
const [size] = first.sizes
const line = `2 x ${first.name} (${size.label})`
const sold = { id: first.id, size: size.label, quantity: 2 }

test('rule 14.28: 400 formatted orders are parsed as they were', () => {
  const text = fc.oneof(
    { weight: 3, arbitrary: nastyText },
    fc.constantFrom(
      line,
      'Name: x',
      '*City:* y',
      '[1:30] A: b',
      '- z',
      '1) q',
      '0300 7654321',
      'نام',
    ),
  )
  const phone = fc.constantFrom(
    '0300 1234567',
    '۰۳۰۰-۱۲۳۴۵۶۷',
    'Tel: +92 (0)300 1234567',
    '0044 20 7946 0958',
  )
  const formatted = fc.record({
    id: fc.option(fc.stringMatching(/^[0-9A-Z]{8}$/), { nil: undefined }),
    code: fc.option(fc.stringMatching(/^[0-9A-Z]{8}$/), { nil: undefined }),
    quantities: fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 6, maxLength: 6 }),
    total: fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined }),
    texts: fc.record(Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, text]))),
    phones: fc.tuple(phone, fc.option(phone, { nil: undefined })),
  })

  for (const { id, code, quantities, total, texts, phones } of samples(formatted, 400)) {
    const [phone, secondPhone] = phones
    const typed = mapFields((field) => texts[field] ?? '')
    const shippingAddress = cleanAddress({ ...typed, phone, secondPhone })
    const items = priceList
      .flatMap(({ id, name, sizes }) => sizes.map(({ label }) => ({ id, name, size: label })))
      .map((item, nth) => ({ ...item, quantity: quantities[nth] ?? 1 }))
      .filter(({ quantity }) => quantity > 0)
    const message = formatOrderText({
      ...(id && { id }),
      ...(total !== undefined && { total }),
      items,
      shippingAddress,
      ...(code && { code }),
    })
    const shown = Object.entries(shippingAddress).filter(
      ([, value]) => value !== undefined && !isBlank(value),
    )
    expect({ seed, message, ...parseOrderText(message) }).toEqual({
      seed,
      message,
      ...(id && { orderNumber: id }),
      ...(code && { code }),
      ...(total !== undefined && { total }),
      lines: items.map(({ id, size, quantity }) => ({ id, size, quantity })),
      texts: Object.fromEntries(shown),
      unknown: [],
    })
  }
})

const address = 'House 5, Street 3'

test.each<[string, string, object]>([
  [
    'English labels, in any case, with colon, dash, emphasis, bullets and none of them',
    `NAME - Ayesha Khan\n*Address:* ${address}\ncity Lahore\n- Province: Punjab\n2) Zip = 54000\nMobile No.: 0300-1234567\nNear: the mosque`,
    {
      texts: {
        fullName: 'Ayesha Khan',
        address,
        city: 'Lahore',
        state: 'Punjab',
        postalCode: '54000',
        phone: '0300-1234567',
        landmark: 'the mosque',
      },
    },
  ],
  [
    'Urdu labels, with Arabic letters in them too',
    'نام: عائشہ خان\nپتہ: مکان ۵\nشهر لاہور\nملك: پاکستان\nلينڈ مارک: مسجد\nفون ۰۳۰۰۱۲۳۴۵۶۷',
    {
      texts: {
        fullName: 'عائشہ خان',
        address: 'مکان ۵',
        city: 'لاہور',
        country: 'پاکستان',
        landmark: 'مسجد',
        phone: '۰۳۰۰۱۲۳۴۵۶۷',
      },
    },
  ],
  [
    'a text below its label, and an address in several lines',
    `Name:\nAyesha\nAddress: House 5\nStreet 3\n\nThank you`,
    { texts: { fullName: 'Ayesha', address }, unknown: ['Thank you'] },
  ],
  [
    'no labels: a phone, and the rest as the address',
    'Ayesha Khan\nHouse 5, Street 3 Lahore 0300 123 4567',
    { texts: { address: 'Ayesha Khan, House 5, Street 3 Lahore', phone: '0300 123 4567' } },
  ],
  [
    'two phones in one line, and the first one again',
    `Address: ${address}\nPhone: 03001234567 / +92 321 7654321\n0300-1234567`,
    { texts: { address, phone: '03001234567', secondPhone: '+92 321 7654321' } },
  ],
  [
    'a second phone by its label',
    `Phone: 03001234567\nSecond phone: 0321 7654321`,
    { texts: { phone: '03001234567', secondPhone: '0321 7654321' } },
  ],
  [
    'the phone before a copied message, and its label behind it',
    `[11:30 am, 22/11/2026] +92 300 1234567: Name: Ayesha\n[11:31 am, 22/11/2026] +92 300 1234567: ${address}`,
    { texts: { fullName: 'Ayesha', address, phone: '+92 300 1234567' } },
  ],
  [
    'an order number in small letters with spaces, lines without a size, and one line twice',
    `order no: abcd efgh\n${line}\n۱ × ${first.name.toUpperCase()} (${size.label})\nTotal: Rs. 1,598`,
    { orderNumber: 'ABCDEFGH', lines: [{ ...sold, quantity: 3 }], total: 159800 },
  ],
  ['a gift that is paid before, as unknown', GIFT_MESSAGE, { unknown: [GIFT_MESSAGE] }],
  ['a total as a message names it', `Total: ${formatSum(291_800)}`, { total: 291800 }],
  ['a total of an older message', 'Total: 2918.00 rupees', { total: 291800 }],
  [
    'what is not sold, a second name, and no order number, as unknown',
    `2 x Soap (100g)\nName: A\nName: B\nOrder: two bottles\nAddress: ${address}\n0 x ${second.name} (x)`,
    {
      texts: { fullName: 'A', address },
      unknown: ['2 x Soap (100g)', 'Name: B', 'Order: two bottles', `0 x ${second.name} (x)`],
    },
  ],
  [
    'a number of an identity card as no phone',
    '35202-1234567-1',
    { texts: { address: '35202-1234567-1' } },
  ],
  ['nothing', ' \n\u200F\n', {}],
])('rule 14.28: %s', (_, message, expected) => {
  expect(parseOrderText(message)).toEqual({ lines: [], texts: {}, unknown: [], ...expected })
})

test('a formatted order has one line for each fact, with the labels of the form', () => {
  const items = [{ name: first.name, size: size.label, quantity: 2 }]
  const shippingAddress = { fullName: goodAddress.fullName, phone: goodAddress.phone, city: ' ' }
  expect(addressProblems(goodAddress)).toEqual({})
  expect(formatOrderText({ id: 'ABCDEFGH', items, total: 159800, shippingAddress })).toBe(
    `Assalam-o-Alaikum, I would like to order:
Order Number: ABCDEFGH
${line}
Total: Rs 1598.00
Full Name: ${goodAddress.fullName}
Phone: ${goodAddress.phone}`,
  )
})
