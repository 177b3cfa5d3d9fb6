/*
 * How couriers write their files: a JSON file for each, from the sources of live integrations and public importers. What
 * is in `all.json` holds for every courier; what a courier's own file says comes before it. What is not here is asked
 * for once, and saved for the courier (docs/desk-rules.md, rules 22.24 and 22.29).
 */
import type { ParcelState } from '#admin/parcels/parcels.ts'
import type { ColumnField } from '#desk/files/fields.ts'

/** What a file can say of a parcel. */
export type FileState = Exclude<ParcelState, 'received_back'>

/** `nothing`: a word that is known and changes nothing. */
export type WordState = FileState | 'nothing'

/** What a file can say of a payment. */
export type PaymentState = 'paid' | 'unpaid' | 'reverted' | 'adjusted'

/** A word in lower case, or a pattern: … stands for any text, and `not` names the parts of words that it does not take. */
export type Word = string | { like: string; not: readonly string[] }

type PaymentWords = Partial<Record<PaymentState, readonly string[]>>

interface Format {
  name: string
  /** The columns of the sheet that is sent: a header with the name of a field (SHEET_FIELDS), or with a text. */
  sheet?: readonly (readonly [header: string, value: string])[]
  /** Of the files that come back. Spelling and case of headers do not matter. */
  headers?: Partial<Record<ColumnField, readonly string[]>>
  words?: Partial<Record<WordState, readonly Word[]>>
}

interface CommonFormat extends Required<Omit<Format, 'name'>> {
  /** Words of payments, in any column of a state, and in a column about payments. */
  payments: PaymentWords
  paymentColumn: PaymentWords
  /** Why a delivery failed, as codes. */
  reasons: Readonly<Record<string, readonly string[]>>
  /** Headers of a list of cities, the likeliest first. */
  cities: readonly string[]
}

const { './all.json': all, ...others } = import.meta.glob<unknown>('./*.json', {
  eager: true,
  import: 'default',
})

export const COMMON = all as CommonFormat

/** By their id: the name of the file. */
export const FORMATS = Object.fromEntries(
  Object.entries(others).map(([path, format]) => [path.slice(2, -'.json'.length), format]),
) as Readonly<Record<string, Format>>

/** Nothing of an unknown courier. */
export function formatOf(id: string): Partial<Format> {
  return (Object.hasOwn(FORMATS, id) && FORMATS[id]) || {}
}
