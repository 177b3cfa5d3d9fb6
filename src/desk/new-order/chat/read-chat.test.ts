import { expect, test } from 'vitest'
import { priceList } from '#product/price-list.ts'
import chats from '#tests/support/courier-files/chats.json' with { type: 'json' }
import { PRODUCT_WORDS } from './chat-words.ts'
import { parseOrderText } from './parse-order-text.ts'

const NAMES: Record<string, string> = {
  'zulf-herbal-oil-single': 'bottle',
  'zulf-herbal-oil-double': 'pair',
  'zulf-herbal-oil-giftpack': 'gift',
}

/** `2 bottle, 1 gift | Multan`: the lines that are read, and the city. */
function read(message: string) {
  const { lines, texts, unknown } = parseOrderText(message)
  const shown = lines.map(({ id, quantity }) => `${quantity} ${NAMES[id]}`).join(', ')
  return { read: `${shown || 'nothing'} | ${texts.city ?? 'no city'}`, texts, unknown }
}

test.each<{ message: string; addressNever?: string } & Record<string, string>>(chats)(
  'rule 14.28: labels of templates are read: $message',
  ({ message, addressNever, ...expected }) => {
    const { texts, lines } = parseOrderText(message)
    expect(texts).toMatchObject(expected)
    if (addressNever) expect(texts.address).not.toContain(addressNever)
    if (/oil|bottle/i.test(message)) expect(lines).toMatchObject([{ quantity: 2 }])
  },
)

test('rule 14.28: a quantity without a product, and a product that is not certain, are named', () => {
  const { lines, unknown, texts } = parseOrderText(
    '✅ Naam: Ali\n✅ Pata: Gali 2, Okara 56300\nQty: 2\nProduct: 50ml',
  )
  expect([lines, unknown]).toEqual([[], ['Qty: 2', 'Product: 50ml']])
  expect(texts).toEqual({
    ...{ fullName: 'Ali', address: 'Gali 2', city: 'Okara', postalCode: '56300' },
  })
})

test('every product of the price list has words, and every word a product', () => {
  expect(Object.keys(PRODUCT_WORDS).toSorted()).toEqual(priceList.map(({ id }) => id).toSorted())
})

test.each<[string, string]>([
  ['2 bottle bhej dein, Multan', '2 bottle | Multan'],
  ['2 bottle bhej dein. Multan.', '2 bottle | Multan'],
  ['2 bottle chahiye', '2 bottle | no city'],
  ['3 عدد تیل', '3 bottle | no city'],
  ['۲ بوتل بھیج دیں، لاہور', '2 bottle | لاہور'],
  ['gift pack', '1 gift | no city'],
  ['1 pair', '1 pair | no city'],
  ['do bottle bhej do', '2 bottle | no city'],
  ['ek 100ml aur ek gift pack', '1 bottle, 1 gift | no city'],
  ['AoA, mujhe teen shishi chahiye. Sialkot se hun', '3 bottle | no city'],
  ['Salam bhai 2 botal hair oil Faisalabad bhej dein', '2 bottle | Faisalabad'],
  ['2bottle please\nFaisalabad\n0300 1234567', '2 bottle | Faisalabad'],
  ['gift pack chahiye lahore', '1 gift | lahore'],
  ['mujhe 2 bottle chahiye aur 1 gift pack bhi', '2 bottle, 1 gift | no city'],
  ['2 baje call karen, 1 bottle bhej dein', '1 bottle | no city'],
  ['2 bottle bhej dein, Multan, mobile no 03001234567', '2 bottle | Multan'],
  // What is not certain stays out.
  ['1 pair (2 x 100ml)', 'nothing | no city'],
  ['2 oil gift ke liye bhej dein', 'nothing | no city'],
  ['2 bottle wala pair bhej dein', 'nothing | no city'],
  ['2 bottle, pair bhej dein', 'nothing | no city'],
  ['3 bottle 50ml', 'nothing | no city'],
  ['bottle 2', 'nothing | no city'],
  ['1 bottle Ali ke liye 2 bottle Sana ke liye', 'nothing | no city'],
  ['bottle chahiye', 'nothing | no city'],
  ['salam price kya hai, 799, ok 1 bhej dein, Nazia', 'nothing | no city'],
  ['2 bottle kitne ki hai? Karachi', 'nothing | Karachi'],
  ['1 ya 2 bottle bhej dein, Karachi', 'nothing | Karachi'],
  ['2 bottle nahi 3 bottle bhej dein', 'nothing | no city'],
  ['2 bottle bhej dein, 3 bottle bhej dein', 'nothing | no city'],
  ['1 set bhej dein, Quetta', 'nothing | Quetta'],
  ['2 bottle Lahore bhej dein, nahi Multan', 'nothing | no city'],
  ['kal wali bottle toot gayi', 'nothing | no city'],
  ['799 bottle', 'nothing | no city'],
  ['2 5 bottle bhej dein', 'nothing | no city'],
  ['oil bhej dein Mirpur', 'nothing | no city'],
])('rule 21.42: the chat “%s” is read as %s', (message, expected) => {
  expect(read(message).read).toBe(expected)
})

test('rule 21.42: chatter is no address, and is named', () => {
  const { texts, unknown } = read('salam price kya hai, 799, ok 1 bhej dein, Nazia, 0300 1234567')
  expect(texts).toEqual({ phone: '0300 1234567' })
  expect(unknown).toEqual(expect.arrayContaining(['Nazia']))
})

test('rule 21.42: an address in a chat is the address', () => {
  const chat = '2 bottle bhej dein\nHouse 12, Street 3, Multan\n03001234567'
  expect(read(chat)).toMatchObject({
    read: '2 bottle | Multan',
    texts: { address: 'House 12, Street 3', phone: '03001234567' },
    unknown: [],
  })
  expect(read('2 bottle 12 street mohalla Islampura').texts.address).toBe(
    '12 street mohalla Islampura',
  )
})

test('rule 21.42: a product inside an address, or twice, is left to the admin', () => {
  const { read: shown, unknown } = read('House 5 street 3 2 bottle Multan')
  expect(shown).toBe('nothing | no city')
  expect(unknown).toEqual(['House 5 street 3 2 bottle Multan'])
})
