/* Which city of a courier's list a customer means. A wrong city is worse than a question: nothing is guessed. */

import { cleanText } from '#kit/text.ts'
import { CITIES, type City, citiesNamed, foldCity } from '#order/address/cities.ts'
import { findPlace } from '#order/address/places.ts'

/** Names that an admin gave to typed cities: folded city → a name of the courier's list. */
export type CityNames = Readonly<Record<string, string>>

/**
 * Returns the name of `cities` that a typed city is, or undefined where that is not certain: the same name
 * but for case, spaces and dashes, else the admin's choice in `cityNames`, else the one name of the same
 * city, or of the city of a cantonment. Never a part of a name. Without a list, a city is what the customer typed.
 */
export function cityResolver(
  cities: readonly string[],
  cityNames: CityNames = {},
): (typed: string) => string | undefined {
  if (cities.length === 0) return cleanText
  const listed = new Map<string, string | undefined>()
  for (const city of cities) {
    const key = foldCity(city)
    // Two names that differ only in spaces or dashes are two places.
    listed.set(key, listed.has(key) && listed.get(key) !== city ? undefined : city)
  }
  const names = new Set(cities)
  const chosen = new Map(
    Object.entries(cityNames)
      .filter(([, city]) => names.has(city))
      .map(([typed, city]) => [foldCity(typed), city]),
  )
  const ofCity = new Map<City, string | undefined>()
  for (const name of names) {
    const city = cityOfList(name)
    if (city) ofCity.set(city, ofCity.has(city) ? undefined : name)
  }
  return (typed) => {
    const text = cleanText(typed)
    if (names.has(text)) return text
    const key = foldCity(text)
    const { city } = findPlace(text)
    return listed.get(key) ?? chosen.get(key) ?? (city && ofCity.get(city))
  }
}

/** A courier's list means the largest of several towns of one name. The table has it under that name alone. */
function cityOfList(name: string): City | undefined {
  const folded = foldCity(name)
  const [city, ...others] = citiesNamed(folded)
  return others.length === 0 ? city : CITIES.find((each) => foldCity(each.name) === folded)
}
