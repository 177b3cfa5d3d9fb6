/* Which city of a courier's list a customer means. A wrong city is worse than a question: nothing is guessed. */

import { cleanText, foldDigits } from '#kit/text.ts'
import { CITIES, type City, citiesNamed, foldCity } from '#order/address/cities.ts'
import { type Beside, findPlace } from '#order/address/places.ts'
import { provinceNamed } from '#order/address/provinces.ts'

/** Names that an admin gave to typed cities: what `placeText` returns, folded → a name of the courier's list. */
export type CityNames = Readonly<Record<string, string>>

/** The courier's name of a typed city, undefined where it is not certain. State and post code tell towns apart. */
export type ToCity = (typed: string, beside?: Beside) => string | undefined

/**
 * Returns the name of `cities` that a typed city is, or undefined where that is not certain: the same name
 * but for case, spaces and dashes, else the admin's choice in `cityNames`, else the one name of the same
 * city, or of the city of a cantonment. Never a part of a name. Without a list, a city has the shop's own name, else
 * the admin's choice.
 */
export function cityResolver(cities: readonly string[], cityNames: CityNames = {}): ToCity {
  if (cities.length === 0) {
    const chosen = foldedNames(Object.entries(cityNames))
    return (typed, beside) =>
      findPlace(cleanText(typed), beside).city?.name ??
      chosen.get(foldCity(beside ? placeText(typed, beside) : typed))
  }
  const listed = new Map<string, string | undefined>()
  for (const city of cities) {
    const key = foldCity(city)
    // Two names that differ only in spaces or dashes are two places.
    listed.set(key, listed.has(key) && listed.get(key) !== city ? undefined : city)
  }
  const names = new Set(cities)
  const chosen = foldedNames(Object.entries(cityNames).filter(([, city]) => names.has(city)))
  const ofCity = new Map<City, string | undefined>()
  for (const name of names) {
    const city = cityOfList(name)
    if (city) ofCity.set(city, ofCity.has(city) ? undefined : name)
  }
  return (typed, beside) => {
    const text = cleanText(typed)
    const key = foldCity(text)
    const { city } = findPlace(text, beside)
    const nameOfCity = city && ofCity.get(city)
    if (!beside || !isNameOfSeveral(key)) {
      if (names.has(text)) return text
      return listed.get(key) ?? chosen.get(key) ?? nameOfCity
    }
    const choice = nameOfCity ?? chosen.get(foldCity(placeText(typed, beside)))
    return choice ?? (isLargestIn(key, beside) ? listed.get(key) : undefined)
  }
}

function foldedNames(names: readonly [typed: string, city: string][]): Map<string, string> {
  return new Map(names.map(([typed, city]) => [foldCity(typed), city]))
}

/**
 * What a choice for a typed city is remembered by: the text itself; of a name that several towns have, with
 * province and the first digits of the post code.
 */
export function placeText(typed: string, { state, postalCode }: Beside): string {
  const text = cleanText(typed)
  if (!isNameOfSeveral(foldCity(text))) return text
  return `${text}, ${provinceNamed(state) ?? cleanText(state)} ${postalCode.slice(0, 2)}`
}

/** How many cities are offered for one that is not known. */
const MAX_NEAR = 4

/**
 * The courier's names of cities near a typed one: those that the text may mean, then those of its province whose post
 * codes begin as its own, large ones first.
 */
export function nearCities(typed: string, beside: Beside, toCity: ToCity): string[] {
  const { city, maybe } = findPlace(cleanText(typed), beside)
  const meant = city ? [city] : maybe.map((choice) => choice.city)
  const province = provinceNamed(beside.state)
  const digits = foldDigits(beside.postalCode).slice(0, 2)
  const around = CITIES.filter(
    (each) => each.firstDigits.includes(digits) && (!province || each.province === province),
  ).sort((a, b) => Number(b.hasManyCodes) - Number(a.hasManyCodes))
  const nextTo = CITIES.filter(({ name }) => meant.some(({ near }) => near === name))
  const names = [...meant, ...nextTo, ...around].flatMap(
    ({ name, province, postCode = '' }) =>
      toCity(name, { state: province, postalCode: postCode }) ?? [],
  )
  return [...new Set(names)].slice(0, MAX_NEAR)
}

function isNameOfSeveral(folded: string): boolean {
  return citiesNamed(folded).length > 1
}

/** Whether the town that has this name alone is the only likely one in the province. */
function isLargestIn(folded: string, { state }: Beside): boolean {
  const province = provinceNamed(state)
  return CITIES.some((city) => foldCity(city.name) === folded && city.province === province)
}

/** A courier's list means the largest of several towns of one name. The table has it under that name alone. */
function cityOfList(name: string): City | undefined {
  const folded = foldCity(name)
  const [city, ...others] = citiesNamed(folded)
  return others.length === 0 ? city : CITIES.find((each) => foldCity(each.name) === folded)
}
