/*
 * What a customer types as the city, and which city of the table that is (docs/product.md, rules 4.18, 4.19
 * and 4.35). A wrong city is worse than a question: what may mean another place is asked about.
 */
import { cleanText, foldDigits } from '#kit/text.ts'
import { CANTONMENT, type City, citiesLike, citiesNamed, foldCity } from './cities.ts'
import { provinceNamed } from './provinces.ts'

/** A city that a text may mean, and what stands in the field City then. */
interface PlaceChoice {
  city: City
  text: string
}

interface KnownPlace {
  city: City
  /** A quarter, a cantonment or a village, which may have a post office of its own. */
  isAround: boolean
  maybe: readonly []
}

interface UnknownPlace {
  city?: undefined
  /** The choices are cities in or near which the place may be. */
  isAround: boolean
  maybe: readonly PlaceChoice[]
  province: string | undefined
}

/** What is typed beside the city. It tells towns of one name apart. */
export interface Beside {
  state: string
  postalCode: string
}

interface Word {
  text: string
  folded: string
  /** Counts the commas before it. */
  part: number
}

/** Words of a text that are the name of one or several cities, from `start` to before `end`. */
interface Segment {
  cities: readonly City[]
  isCantonment: boolean
  start: number
  end: number
}

/** Words of addresses inside a city, which name no other place. Folded. */
const QUARTER_WORDS = new Set(
  `dha defence defense phase ph sector sec block blk city saddar sadar model town johar jauhar gulberg
  gulshan gulistan iqbal e bahria askari wapda satellite nazimabad north south east west street st house cantt chak no gb jb rb eb wb sb nb
  tehsil teh district distt dist zila division ضلع تحصیل شہر صدر ڈیفنس چک`.split(/\s+/),
)

/** The longest name of a city, in words. */
const MAX_WORDS = 4

/** In characters. A longer text is not searched: the field City takes 100. */
const MAX_LENGTH = 200

/**
 * Finds the city of a text: its name or an alias, also with a province, its district or Pakistan behind it, and
 * with words of a quarter around it. A city behind a comma is where the place before the comma lies.
 */
export function findPlace(typed: string, beside?: Beside): KnownPlace | UnknownPlace {
  if (typed.length > MAX_LENGTH) return ask([], undefined)
  const whole = named(foldCity(typed))
  if (whole) return decide(whole.cities, { isAround: whole.isCantonment, beside })
  const { words, province } = withoutProvince(wordsOf(typed))
  const segments = findSegments(words)
  const last = segments.at(-1)
  let similar = similarPlaces(words, province)
  if (!last) return ask(similar, province)

  const others = words.filter(
    (_, at) => !segments.some(({ start, end }) => start <= at && at < end),
  )
  const isInside = others.every(isQuarterWord)
  // "Pindi Bhattiya" is Pindi Bhattian, and not near Rawalpindi.
  if (!isInside && similar.length === 0) similar = similarPlaces(words, province, 2)
  if (!isInside && similar.length > 0) return ask(similar, province)
  const textOf = (city: City, { start, end }: Segment) => {
    // "Multan Road" is a name of its own, and "DHA Multan" is not.
    const place = (end === words.length ? words.slice(0, start) : words).map(({ text }) => text)
    return place.length > 0 ? `${place.join(' ')}, ${city.name}` : city.name
  }
  const context = { isAround: others.length > 0 || last.isCantonment, province, beside }
  const decideOn = (segment: Segment, cities = segment.cities) =>
    decide(cities, { ...context, textOf: (city) => textOf(city, segment) })

  const [first = last] = segments
  if (isInside && first === last) return decideOn(last)
  // "Mingora Swat": a town and its district.
  const inDistrict = first.cities.filter((city) =>
    segments.slice(1).every(({ cities }) => cities.some((other) => isSameDistrict(city, other))),
  )
  if (isInside && inDistrict.length > 0) return decideOn(first, inDistrict)
  if (isBehindComma(last, words)) return decideOn(last)
  const areCities = others.length === 0
  const maybe = segments.flatMap((segment) =>
    segment.cities.map((city) => ({ city, text: areCities ? city.name : textOf(city, segment) })),
  )
  const [only, ...more] = maybe
  if (only && more.length === 0 && !isLikelyNear(only.city, last, words)) return ask([], province)
  return ask(maybe, province, !areCities)
}

/** Words of places that have no name in the table, folded. */
const PLACE_WORDS = new Set(
  'near road rd village basti mauza moza goth killi mohalla muhalla mandi'.split(' '),
)

/**
 * Whether a place whose text names one city is likely there: it has a word of places, or the city is large. Another name
 * of a large city counts at the end only.
 */
function isLikelyNear(city: City, { start, end }: Segment, words: readonly Word[]): boolean {
  const isOwnName = joined(words.slice(start, end)) === foldCity(city.name)
  return (
    words.some(({ folded }) => PLACE_WORDS.has(folded)) ||
    (city.hasManyCodes && (isOwnName || end === words.length))
  )
}

interface Context {
  isAround: boolean
  province?: string | undefined
  beside?: Beside | undefined
  textOf?: (city: City) => string
}

/** Takes the one city that the province in the text, the state and the post code leave. Else it is a question. */
function decide(
  found: readonly City[],
  { isAround, province, beside, textOf = ({ name }) => name }: Context,
): KnownPlace | UnknownPlace {
  let cities = found
  const keep = (isLikely: (city: City) => boolean) => {
    const likely = cities.filter(isLikely)
    if (cities.length > 1 && likely.length > 0) cities = likely
  }
  keep((city) => city.province === province)
  keep((city) => city.province === provinceNamed(beside?.state ?? ''))
  keep(({ firstDigits }) => firstDigits.includes(foldDigits(beside?.postalCode ?? '').slice(0, 2)))
  const [city] = cities
  const isCertain = cities.length === 1 && (!province || city?.province === province)
  if (city && isCertain) return { city, isAround, maybe: [] }
  return ask(
    cities.map((each) => ({ city: each, text: textOf(each) })),
    province,
  )
}

/** A province in which none of the choices lies is as uncertain as the city. */
function ask(
  maybe: readonly PlaceChoice[],
  province: string | undefined,
  isAround = false,
): UnknownPlace {
  const isLikely = maybe.length === 0 || maybe.some(({ city }) => city.province === province)
  return { isAround, maybe, province: isLikely ? province : undefined }
}

/** The cities with a name like all words together. None where more than three are. */
function similarPlaces(
  words: readonly Word[],
  province: string | undefined,
  maxEdits = 1,
): PlaceChoice[] {
  const like = citiesLike(joined(words), maxEdits)
  const inProvince = like.filter((city) => city.province === province)
  const cities = inProvince.length > 0 ? inProvince : like
  return cities.length > 3 ? [] : cities.map((city) => ({ city, text: city.name }))
}

/** A cantonment is its city, unless it has a name of its own. */
function named(folded: string): Omit<Segment, 'start' | 'end'> | undefined {
  const cities = citiesNamed(folded)
  if (cities.length > 0) return { cities, isCantonment: false }
  if (!folded.endsWith(CANTONMENT)) return undefined
  const around = citiesNamed(folded.slice(0, -CANTONMENT.length))
  return around.length > 0 ? { cities: around, isCantonment: true } : undefined
}

function wordsOf(typed: string): Word[] {
  return cleanText(typed)
    .split(/[,،;/|]+/)
    .flatMap((part, nth) =>
      part
        // "G-11" is one word.
        .split(/[\s()]+|[-–—](?!\d{1,2}(?!\d))/)
        .map((text) => ({ text, folded: foldDigits(foldCity(text)), part: nth }))
        .filter(({ folded }) => folded !== ''),
    )
}

/** Cuts provinces, Pakistan and a post code from the end. The "GB" of "Chak 45 GB" is no province. */
function withoutProvince(words: Word[]): { words: Word[]; province: string | undefined } {
  let province: string | undefined
  let rest = words
  for (;;) {
    const start = rest.findIndex((_, at) => isNoCity(rest.slice(at), rest[at - 1]))
    if (start < 0) return { words: rest, province }
    province ??= provinceNamed(joined(rest.slice(start)))
    rest = rest.slice(0, start)
  }
}

function isNoCity(words: readonly Word[], before: Word | undefined): boolean {
  const name = joined(words)
  if (/^\d{5}$/.test(name)) return true
  if (/^\d+$/.test(before?.folded ?? '') || citiesNamed(name).length > 0) return false
  return ['pakistan', 'pak', 'pk', 'پاکستان'].includes(name) || provinceNamed(name) !== undefined
}

/** From the end, the longest name first. No name goes across a comma. */
function findSegments(words: readonly Word[]): Segment[] {
  const segments: Segment[] = []
  let end = words.length
  while (end > 0) {
    let start = Math.max(0, end - MAX_WORDS)
    let found: ReturnType<typeof named>
    for (; start < end; start++) {
      const slice = words.slice(start, end)
      found = slice[0]?.part === slice.at(-1)?.part ? named(joined(slice)) : undefined
      if (found) break
    }
    if (found) segments.unshift({ ...found, start, end })
    end = found ? start : end - 1
  }
  return segments
}

/** "Basti Malook, Multan", but not "Karachi, Lahore". */
function isBehindComma({ start, end }: Segment, words: readonly Word[]): boolean {
  const before = words.slice(0, start)
  const isWholePart = end === words.length && before.at(-1)?.part !== words[start]?.part
  return isWholePart && before.length > 0 && named(joined(before)) === undefined
}

/** Post codes of a district begin with the same two digits. */
function isSameDistrict(town: City, other: City): boolean {
  return (
    town.province === other.province &&
    (town.near === other.name ||
      town.firstDigits.some((digits) => other.firstDigits.includes(digits)))
  )
}

function isQuarterWord({ folded }: Word): boolean {
  return QUARTER_WORDS.has(folded) || /^[a-z]{0,2}\d+[a-z]?$/.test(folded)
}

function joined(words: readonly Word[]): string {
  return foldCity(words.map(({ folded }) => folded).join(''))
}
