/* Which city of a courier's list a customer means. A wrong city is worse than a question: nothing is guessed. */
import { cleanText } from '#shared/text.ts'

/** What people type for a city, and its full name. */
const ALIASES: Record<string, string> = {
  bwp: 'Bahawalpur',
  dgk: 'Dera Ghazi Khan',
  fsd: 'Faisalabad',
  grw: 'Gujranwala',
  gjt: 'Gujrat',
  hyd: 'Hyderabad',
  isb: 'Islamabad',
  khi: 'Karachi',
  lhr: 'Lahore',
  pindi: 'Rawalpindi',
  rwp: 'Rawalpindi',
  ryk: 'Rahim Yar Khan',
  skt: 'Sialkot',
}

/** Names that an admin gave to typed cities: folded city → a name of the courier's list. */
export type CityNames = Readonly<Record<string, string>>

/** `Rahim-Yar  KHAN` → `rahimyarkhan`: without case, spaces and dashes. */
export function foldCity(typed: string): string {
  return cleanText(typed)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]+/gu, '')
}

/**
 * Returns the name of `cities` that a typed city is, or undefined where that is not certain: the same name
 * but for case, spaces and dashes, else the admin's choice in `cityNames`, else an alias. Never a part of a
 * name. Without a list, a city is what the customer typed.
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
  return (typed) => {
    const text = cleanText(typed)
    if (names.has(text)) return text
    const key = foldCity(text)
    const alias = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined
    return listed.get(key) ?? chosen.get(key) ?? (alias && listed.get(foldCity(alias)))
  }
}
