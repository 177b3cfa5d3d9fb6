/*
 * Cities of Pakistan with province and post codes (docs/product.md, rules 4.18–4.20). A wrong city is
 * worse than a question: nothing is taken from a part of a name. docs/decisions/cities.md names the source.
 */
import { cleanText } from '#shared/text.ts'
import table from './cities.json' with { type: 'json' }

export interface City {
  name: string
  province: string
  /** Of the main post office, where it is known. */
  postCode: string | undefined
  /** The first two digits of the city's post codes. Empty where they are not known. */
  firstDigits: readonly string[]
  /** Whether other post codes than that of the main post office are as likely. */
  hasManyCodes: boolean
  /** Folded: the name, and what people type for it. */
  names: readonly string[]
}

/** The city that a text names, or those that it may mean: none of them where it is a village. */
export type CityMatch =
  | { city: City; isCantonment?: true; maybe?: never }
  | { city?: never; isCantonment?: never; maybe: readonly City[] }

/** Folded, after the name of a city: its cantonment, where couriers of the city deliver. */
const CANTONMENT = 'cantt'

/**
 * `Rahim-Yar  KHAN` → `rahimyarkhan`: without case, spaces, punctuation and vowel marks, and with one
 * form of each Urdu letter and of "Cantonment" at the end.
 */
export function foldCity(typed: string): string {
  return cleanText(typed)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{Mn}\p{Cf}\u0640]+/gu, '')
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[هةۀۂھ]/g, 'ہ')
    .replace(/(cant|cantonment|کینٹ)$/, CANTONMENT)
}

/** By province, and by name in each. */
export const CITIES: readonly City[] = Object.entries(table).flatMap(([province, cities]) =>
  Object.entries(cities).map(([name, facts]) => parseCity(name, province, facts)),
)

/** The shortest text that is compared with names by its letters. */
const MIN_LETTERS = 6

/**
 * Finds a city by its name or an alias; an alias of several cities is a question. Of other texts, a city is
 * a question where it alone has a name of six letters or more that differs in one letter: too many,
 * missing, other, or swapped with the next. A cantonment is its city.
 */
export function matchCity(typed: string): CityMatch {
  const text = foldCity(typed)
  const match = matchFolded(text)
  if (match.city || match.maybe.length > 0 || !text.endsWith(CANTONMENT)) return match
  const around = matchFolded(text.slice(0, -CANTONMENT.length))
  return around.city ? { city: around.city, isCantonment: true } : around
}

function matchFolded(text: string): CityMatch {
  const found = CITIES.filter(({ names }) => names.includes(text))
  if (found[0] && found.length === 1) return { city: found[0] }
  if (found.length > 1) return { maybe: found }
  const near = CITIES.filter(({ names }) =>
    names.some((name) => name.length >= MIN_LETTERS && isOneEditApart(name, text)),
  )
  return { maybe: near.length === 1 ? near : [] }
}

/** `54000 53-55 lhr` → main post code, range of first digits, aliases. Each may be missing. */
function parseCity(name: string, province: string, facts: string): City {
  const words = facts.split(' ').filter(Boolean)
  const postCode = words.find((word) => /^\d{5}$/.test(word))
  const range = words.find((word) => /^\d\d(-\d\d)?$/.test(word))
  const [first, last = first] = range?.split('-') ?? (postCode ? [postCode.slice(0, 2)] : [])
  const firstDigits: string[] = []
  for (let digits = Number(first); digits <= Number(last); digits++) firstDigits.push(`${digits}`)
  const aliases = words.filter((word) => !/^\d/.test(word))
  return {
    name,
    province,
    postCode,
    firstDigits,
    hasManyCodes: range !== undefined,
    names: [name, ...aliases].map(foldCity),
  }
}

/** One letter more, less or other, or two neighbours swapped. Equal texts are not one edit apart. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  const shorter = Math.min(a.length, b.length) - start
  while (end < shorter && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0]
  return Math.max(left.length, right.length) === 1 || (right.length === 2 && isSwapped)
}
