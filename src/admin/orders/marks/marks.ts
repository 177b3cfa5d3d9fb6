/*
 * What is worth a look before an order is sent. The database finds it (private.order_marks()), except doubtful
 * addresses: the table of cities is here.
 */

import type { ShippingAddress } from '#order/address/address.ts'
import { postTownOf } from '#order/address/cities.ts'
import { findPlace } from '#order/address/places.ts'
import { courierPhone } from '#order/phone.ts'
import { type OrderStatus, statusDefinition } from '#order/status.ts'

/** Saved with an order above a limit. It stays out of sheets until an admin has decided (rule 14.50). */
export const STORED_MARKS = [
  'many_from_connection',
  'many_of_phone',
  'unusual_rush',
  'large_amount',
] as const

export type StoredMark = (typeof STORED_MARKS)[number]

/** An order of more units is unusual. */
export const USUAL_UNITS = 10

/**
 * In the order in which they are shown: the words of a row, and the sentence behind them. No customer sees
 * them (docs/product.md, rule 14.17).
 */
export const MARKS = {
  many_from_connection: {
    badge: 'Many from one connection',
    sentence:
      'Very many orders came from one connection: more than 300 in ten minutes, or more than 10 in an hour with ten times our usual orders.',
  },
  many_of_phone: {
    badge: 'Many of one phone',
    sentence: 'The phone has more than five open orders of one day, or several of one moment.',
  },
  unusual_rush: {
    badge: 'Unusual rush',
    sentence:
      'The whole shop had more than ten times its usual orders in an hour, from many connections.',
  },
  large_amount: {
    badge: 'Large amount',
    sentence: 'The total is unusually large: ask for an advance.',
  },
  many_wrong_finds: {
    badge: 'Many tries',
    sentence: 'Somebody tried many phone numbers at this order.',
  },
  customer_cancelled: {
    badge: 'Cancelled by customer',
    sentence: 'The customer cancelled this order. Do not send it.',
  },
  customer_changed: {
    badge: 'Changed by customer',
    sentence: 'The customer changed address or phone: look before you print.',
  },
  duplicate: {
    badge: 'Same phone',
    sentence: 'Another order from this phone within a day.',
  },
  returned_before: {
    badge: 'Came back before',
    sentence: 'An earlier parcel to this phone was returned or refused.',
  },
  cancelled_before: {
    badge: 'Cancelled before',
    sentence: 'An earlier order from this phone was cancelled.',
  },
  unusual_quantity: {
    badge: 'Many units',
    sentence: 'More than 10 units in one order.',
  },
  unknown_city: {
    badge: 'Check city',
    sentence: 'The shop does not know this city: ask the customer before it is sent.',
  },
  short_address: {
    badge: 'Check address',
    sentence: 'The address hardly says which house it is: ask the customer before it is sent.',
  },
  filler_phone: {
    badge: 'Odd phone',
    sentence: 'The phone is hardly a real one: its last seven digits are the same.',
  },
  not_mobile: {
    badge: 'Check phone',
    sentence: 'The phone is not a Pakistani mobile number.',
  },
} as const

export type OrderMark = keyof typeof MARKS

/** Fewer letters and digits are hardly a street. */
const MIN_ADDRESS_LETTERS = 10

/** What every town has, and the words around it: alone they find no house. */
const IN_EVERY_TOWN = new Set(
  (
    'near nearby opposite opp behind beside front back side in of at the main road rd street st gali galli mohalla ' +
    'muhalla house home ghar makan shop dukan bazar bazaar market chowk stop masjid mosque school hospital park city ' +
    'town village ke ki ka k pas paas samne qareeb wali wala نزد قریب کے کی کا پاس سامنے مسجد سکول بازار گلی گھر مکان سڑک روڈ ' +
    'محلہ چوک'
  ).split(' '),
)

export type Destination = Pick<ShippingAddress, 'city' | 'state'> & Partial<ShippingAddress>

/** Marks of an open order by where it goes. Rows of a list have no street. */
export function addressMarks(to: Destination): OrderMark[] {
  const { city, state, address, postalCode = '', phone = '' } = to
  const doubts: Partial<Record<OrderMark, boolean>> = {
    unknown_city: !findPlace(city, { state, postalCode }).city,
    short_address: address !== undefined && !findsHouse({ ...to, address }),
    filler_phone: /(\d)\1{6}$/.test(courierPhone(phone)),
  }
  return (Object.keys(doubts) as OrderMark[]).filter((mark) => doubts[mark])
}

/** Whether an address has the length of one, and a number or a name that not every town has. */
function findsHouse({ address, landmark = '', city, state }: Destination & { address: string }) {
  const letters = address.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const town = wordsOf(`${city} ${state}`)
  return (
    letters >= MIN_ADDRESS_LETTERS &&
    wordsOf(`${address} ${landmark}`).some(
      (word) => !IN_EVERY_TOWN.has(word) && !town.includes(word),
    )
  )
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/**
 * The texts of these marks, of an order that goes there. Unknown codes are left out: a newer database may know more of
 * them.
 */
export function markTexts(
  marks: readonly OrderMark[],
  to?: Destination,
): { badge: string; sentence: string }[] {
  return Object.entries(MARKS)
    .filter(([code]) => marks.includes(code as OrderMark))
    .map(([code, texts]) =>
      to && code === 'unknown_city' ? { ...texts, sentence: citySentence(to) } : texts,
    )
}

/** Which cities an admin may write in its place. A post code tells towns of one name apart. */
function citySentence({ city, state, postalCode = '' }: Destination): string {
  const names = findPlace(city, { state, postalCode }).maybe.map(
    (choice) => `${choice.text} (${choice.city.province} ${postTownOf(choice.city).postCode})`,
  )
  if (names.length === 0) return MARKS.unknown_city.sentence
  if (names.length === 1)
    return `The shop does not know this city. It may be ${names}: ask the customer before it is sent.`
  return `This may be one of ${names.length} cities: ${names.join(', or ')}. Ask the customer which, and write that one with its post code.`
}

/** The marks that keep an order out of sheets. */
export function storedMarks(marks: readonly OrderMark[]): StoredMark[] {
  return STORED_MARKS.filter((mark) => marks.includes(mark))
}

/** Only of what may still be sent. */
export function withAddressMarks(
  marks: readonly OrderMark[],
  status: OrderStatus,
  to: Parameters<typeof addressMarks>[0],
): OrderMark[] {
  return [...marks, ...(statusDefinition(status).isOpen ? addressMarks(to) : [])]
}
