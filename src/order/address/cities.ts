/*
 * Cities of Pakistan with province and post codes (docs/product.md, rules 4.18–4.20).
 * cities.json was written by hand; 122 of its 188 post codes were compared with the list of Pakistan Post.
 * Where a town's code is not known, it names the nearest city. places.ts finds the city of a typed text.
 */
import { countEdits } from '#kit/count-edits.ts'
import { cleanText } from '#kit/text.ts'
import table from './cities.json' with { type: 'json' }

export interface City {
  name: string
  province: string
  /** The post code of the main post office, where it is known. */
  postCode: string | undefined
  /** The name of the nearest city whose post code is known. Only where the city's own is not. */
  near: string | undefined
  /** The first two digits of the city's post codes. Empty where they are not known. */
  firstDigits: readonly string[]
  /** Whether other post codes than that of the main post office are as likely. */
  hasManyCodes: boolean
  /** Folded: the name, and what people type for it. */
  names: readonly string[]
}

/** Folded, after the name of a city: its cantonment, where couriers of the city deliver. */
export const CANTONMENT = 'cantt'

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

/** All cities, sorted by province, and by name in each. */
export const CITIES: readonly City[] = Object.entries(table).flatMap(([province, cities]) =>
  Object.entries(cities).map(([name, facts]) => parseCity(name, province, facts)),
)

export const PROVINCES: readonly string[] = Object.keys(table)

const CAPITALS = ['Lahore', 'Karachi', 'Peshawar', 'Quetta', 'Islamabad', 'Muzaffarabad', 'Gilgit']

export function capitalOf(province: string): City {
  return CITIES.find((city) => city.province === province && CAPITALS.includes(city.name)) as City
}

/** The city whose main post office has the code that is filled in: itself, or the nearest one. */
export function postTownOf(city: City): City {
  if (city.postCode) return city
  const near = CITIES.find(({ name, postCode }) => postCode && name === city.near)
  return near ?? capitalOf(city.province)
}

/** The cities with this name or alias. */
export function citiesNamed(folded: string): readonly City[] {
  return CITIES.filter(({ names }) => names.includes(folded))
}

/** A name needs so many letters for each edit, so that a short one is not taken for another. */
const MIN_LETTERS = 6

/** The cities with a name that at most `maxEdits` edits make of the text. */
export function citiesLike(folded: string, maxEdits = 1): readonly City[] {
  return CITIES.filter(({ names }) =>
    names.some(
      (name) =>
        name.length >= MIN_LETTERS * maxEdits &&
        Math.abs(name.length - folded.length) <= maxEdits &&
        countEdits(name, folded) <= maxEdits,
    ),
  )
}

/** `54000 53-55 lhr` → main post code, range of first digits, aliases; `>Okara`: near Okara. Each may be missing. */
function parseCity(name: string, province: string, facts: string): City {
  const [own = '', near] = facts.split('>')
  const words = own.split(' ').filter(Boolean)
  const postCode = words.find((word) => /^\d{5}$/.test(word))
  const range = words.find((word) => /^\d\d(-\d\d)?$/.test(word))
  const [first, last = first] = range?.split('-') ?? (postCode ? [postCode.slice(0, 2)] : [])
  const firstDigits: string[] = []
  for (let digits = Number(first); digits <= Number(last); digits++) firstDigits.push(`${digits}`)
  const aliases = words.filter((word) => !/^[\d-]+$/.test(word))
  return {
    name,
    province,
    postCode,
    near,
    firstDigits,
    hasManyCodes: postCode !== undefined && range !== undefined,
    names: [name, ...aliases].map(foldCity),
  }
}
