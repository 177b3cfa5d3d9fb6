/*
 * One table for src/features/orders/address.ts and private.clean_address(): both must give the same
 * verdict, and save the same text, for every row.
 */
import type { AddressField, AddressProblem, ShippingAddress } from '#features/orders/address.ts'

export interface AddressCase {
  field: AddressField
  typed: string
  /** What is stored, or why it is refused. */
  outcome: { stored: string } | { refused: AddressProblem }
}

/** A parcel that reaches its door: every case replaces one field of it. */
export const goodAddress: ShippingAddress = {
  fullName: 'Ayesha Khan',
  address: 'House 7, Street 3, Model Town',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '54700',
  country: 'Pakistan',
  phone: '0300 1234567',
}

export const addressCases: AddressCase[] = [
  ...(Object.keys(goodAddress) as AddressField[]).flatMap((field) => [
    refused(field, '', 'required'),
    refused(field, '   ', 'required'),
    refused(field, '\t\n\u00A0\u3000', 'required'),
    refused(field, '\u200B\u200D\u2060\u00AD', 'required'),
    refused(field, '\u202E\u2066', 'required'),
    refused(field, '\u2800\u3164\uFFA0\u061C\u{E0041}', 'required'),
    stored(field, `  ${goodAddress[field]}  `, goodAddress[field]),
  ]),

  stored('fullName', 'عائشہ خان', 'عائشہ خان'),
  stored('fullName', 'می\u200Cخواهم', 'می\u200Cخواهم'),
  stored('fullName', "D'Souza-O\u2019Neil", "D'Souza-O\u2019Neil"),
  stored('fullName', 'Ali\u202Ecod.exe', 'Alicod.exe'),
  stored('fullName', 'Ali\r\nKhan\u2028Junior', 'Ali Khan Junior'),
  stored('fullName', 'Ali\u0001\u0002Khan', 'Ali Khan'),
  stored('fullName', 'Zoe\u0308', 'Zo\u00EB'),
  stored('fullName', 'Zoe\u202E\u0308', 'Zo\u00EB'),
  stored('fullName', '\u212Bsa', '\u00C5sa'),
  stored('fullName', '\u0301', '\u0301'),
  stored('fullName', '<b>Ali</b>', '<b>Ali</b>'),
  stored('fullName', '=1+1', '=1+1'),
  stored('fullName', '🌿'.repeat(100), '🌿'.repeat(100)),
  refused('fullName', '🌿'.repeat(101), 'too_long'),
  stored('fullName', 'a'.repeat(100), 'a'.repeat(100)),
  refused('fullName', 'a'.repeat(101), 'too_long'),
  stored('address', 'a'.repeat(300), 'a'.repeat(300)),
  refused('address', 'a'.repeat(301), 'too_long'),
  refused('city', 'a'.repeat(101), 'too_long'),
  // Two units of what an input counts, one of what is stored.
  stored('city', 'e\u0301'.repeat(100), '\u00E9'.repeat(100)),
  refused('state', '👩‍👩‍👧‍👦'.repeat(15), 'too_long'),
  stored('country', `${'\u2066'.repeat(200)}Pakistan`, 'Pakistan'),

  refused('phone', '123456789', 'phone_invalid'),
  stored('phone', '1234567890', '1234567890'),
  stored('phone', '123456789012345', '123456789012345'),
  refused('phone', '1234567890123456', 'phone_invalid'),
  stored('phone', '+92 (300) 123-4567', '+92 (300) 123-4567'),
  stored('phone', '۰۳۰۰۱۲۳۴۵۶۷', '03001234567'),
  stored('phone', '٠٣٠٠١٢٣٤٥٦٧', '03001234567'),
  stored('phone', '０３００１２３４５６７', '03001234567'),
  refused('phone', '०३००१२३४५६७', 'phone_invalid'),
  refused('phone', 'call me', 'phone_invalid'),
  stored('phone', 'ext 1234567890', 'ext 1234567890'),
  refused('phone', `1234567890${' '.repeat(30)}x`, 'too_long'),

  refused('postalCode', '54', 'postal_invalid'),
  stored('postalCode', '547', '547'),
  stored('postalCode', 'SW1A 1AA', 'SW1A 1AA'),
  stored('postalCode', '12345-6789', '12345-6789'),
  refused('postalCode', '12345-67890', 'postal_invalid'),
  refused('postalCode', '54_700', 'postal_invalid'),
  refused('postalCode', '54700!', 'postal_invalid'),
  stored('postalCode', '۵۴۷۰۰', '54700'),
  refused('postalCode', 'ÅÄÖ', 'postal_invalid'),
  stored('postalCode', '54\u00A0700', '54 700'),
]

function stored(field: AddressField, typed: string, text: string): AddressCase {
  return { field, typed, outcome: { stored: text } }
}

function refused(field: AddressField, typed: string, problem: AddressProblem): AddressCase {
  return { field, typed, outcome: { refused: problem } }
}
