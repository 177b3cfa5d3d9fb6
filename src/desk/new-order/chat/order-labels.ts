/* What stands before the texts of an order in a message (docs/product.md, rule 14.28). */
import { cleanCode, cleanText } from '#kit/text.ts'
import { ADDRESS_FIELDS, ADDRESS_TABLE, type AddressField } from '#order/address/address.ts'
import { CODE_LABEL } from '#order/texts/order-text.ts'

export type Fact = 'orderNumber' | 'total' | 'code' | 'product' | 'quantity'

type Target = AddressField | Fact

export interface Labelled {
  target: Target
  text: string
}

/** What customers write before a text, besides the labels of the form. In English and Urdu. */
const LABELS: { [target in Target]?: string } = {
  fullName: 'name, customer name, naam, نام, پورا نام',
  address:
    'full address, complete address, delivery address, home address, pata, پتہ, پتا, مکمل پتہ, ایڈریس',
  city: 'town, shehar, sheher, شہر',
  state: 'province, صوبہ',
  postalCode: 'post code, postcode, zip, zip code, پوسٹل کوڈ, پوسٹ کوڈ',
  country: 'ملک',
  phone:
    'phone number, phone no, mobile, mobile number, mobile no, cell, cell number, cell no, contact, contact number, contact no, whatsapp, whatsapp number, number, tel, فون, فون نمبر, موبائل, موبائل نمبر, رابطہ, رابطہ نمبر, نمبر',
  landmark: 'nearest landmark, near, لینڈ مارک, نشانی',
  secondPhone:
    'second phone, second phone number, second mobile, 2nd phone, 2nd number, other phone, other number, alternate number, دوسرا فون, دوسرا نمبر',
  riderNote: 'rider note, delivery note, note, نوٹ',
  orderNumber: 'order number, order no, order id, order, آرڈر نمبر',
  total: 'total, کل',
  code: CODE_LABEL,
  product: 'product, products, product name, item, items, پروڈکٹ',
  quantity: 'quantity, qty, pieces, pcs, تعداد, مقدار',
}

/** Labels that need no colon. Others begin too many sentences. */
const WITHOUT_COLON = new Set(['name', 'address', 'city', 'phone', 'نام', 'پتہ', 'شہر', 'فون'])

const TARGETS = new Map<string, Target>([
  ...Object.entries(LABELS).flatMap(([target, labels]) =>
    labels.split(', ').map((label) => [normalizeText(label), target as Target] as const),
  ),
  ...ADDRESS_FIELDS.map((field) => [normalizeText(ADDRESS_TABLE[field].label), field] as const),
])

export function readLabel(line: string): Labelled | undefined {
  const [, label = '', text = ''] =
    /^([\p{L}\p{M} .#]{1,30}?)\s*(?:#?\s*[:：=]|#|\s[-–—](?=\s))(.*)$/u.exec(line) ?? []
  const target = TARGETS.get(normalizeText(label.replace(/[.#]\s*$/, '')))
  if (target) return { target, text: cleanText(text) }
  const [, word = '', rest = ''] = /^(\S+)(?:\s+(.+))?$/u.exec(line) ?? []
  const bare = normalizeText(word)
  const found = WITHOUT_COLON.has(bare) ? TARGETS.get(bare) : undefined
  return found && { target: found, text: rest }
}

/** For comparison: small letters, one space, and the Urdu letters that Arabic keyboards have otherwise. */
export function normalizeText(text: string): string {
  return cleanCode(text)
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replace(/[هة]/g, 'ہ')
    .replace(/\s+/g, ' ')
    .trim()
}
