/*
 * What forms fill in and ask about while an address is typed (docs/product.md, rules 4.20, 4.21 and 4.36 to
 * 4.40). A module of its own: it has all cities, and is fetched when a form gets the focus.
 */
import { LIST_LOCALE } from '#kit/locale.ts'
import { cleanCode, cleanText, isBlank } from '#kit/text.ts'
import { isPakistaniMobile, isPhone, phonePair } from '#order/phone.ts'
import { HINT_WORDS } from '#order/texts/hint-words.ts'
import type { ShippingAddress } from './address.ts'
import { type City, capitalOf, foldCity, PROVINCES, postTownOf } from './cities.ts'
import { type Beside, findPlace } from './places.ts'
import { provinceNamed } from './provinces.ts'

export { CITIES } from './cities.ts'

/** A button: what it says, and the texts that it puts into their fields. */
export interface Proposal {
  label: string
  texts: Partial<ShippingAddress>
}

/** A question or a fact. None of them is an error, and none stops an order. */
export interface Hint {
  text: string
  proposals: readonly Proposal[]
}

export type HintedField = 'city' | 'state' | 'postalCode' | 'phone'

export type AddressHints = { [field in HintedField]?: Hint | undefined }

/** State and post code of a typed city. Empty where they are not certain. */
export function detailsOfCity(typed: ShippingAddress): Beside {
  if (!isInPakistan(typed)) return { state: '', postalCode: '' }
  const place = findPlace(typed.city, typed)
  if (place.city) return detailsOf(place.city)
  return { state: place.province ?? '', postalCode: '' }
}

/** What of the typed state and post code is right for the city. Empty where it is not, or not known. */
export function belongsToCity(typed: ShippingAddress): Beside {
  const { city } = isInPakistan(typed) ? findPlace(typed.city, typed) : {}
  const isOfState = city && provinceNamed(typed.state) === city.province
  const isOfCode = city && isPostCodeOf(city, cleanCode(typed.postalCode))
  return { state: isOfState ? typed.state : '', postalCode: isOfCode ? typed.postalCode : '' }
}

export function addressHints(typed: ShippingAddress): AddressHints {
  if (!isInPakistan(typed)) return {}
  const phone = phoneHint(typed.phone)
  if (isBlank(cleanText(typed.city))) return { phone }
  const { city, isAround, maybe } = findPlace(typed.city, typed)
  if (!city)
    return { phone, city: cityHint(maybe, isAround), ...unknownHints(typed, maybe.length > 0) }
  return {
    phone,
    state: stateHint(city, typed.state),
    postalCode: postCodeHint(city, isAround, cleanCode(typed.postalCode)),
  }
}

function detailsOf(city: City): Beside {
  return { state: city.province, postalCode: postTownOf(city).postCode ?? '' }
}

function cityHint(
  maybe: readonly { city: City; text: string }[],
  isAround: boolean,
): Hint | undefined {
  if (maybe.length === 0) return undefined
  const names = list(maybe.map(({ city }) => city.name))
  return {
    text: isAround ? HINT_WORDS.isAround(names) : HINT_WORDS.isMeant(names),
    proposals: maybe.map(({ city, text }) => ({
      label: `${city.name}, ${city.province}`,
      texts: { city: text, ...detailsOf(city) },
    })),
  }
}

function stateHint(city: City, state: string): Hint | undefined {
  const typed = provinceNamed(state)
  if (typed === undefined || typed === city.province) return undefined
  const texts = { state: city.province }
  return {
    text: HINT_WORDS.otherState(city.name, city.province),
    proposals: [{ label: HINT_WORDS.take(city.province), texts }],
  }
}

function postCodeHint(city: City, isAround: boolean, postalCode: string): Hint | undefined {
  const { name, firstDigits, hasManyCodes } = city
  const town = postTownOf(city)
  const code = town.postCode ?? ''
  const isMainOfSeveral = hasManyCodes || isAround || town !== city
  const proposals = [{ label: HINT_WORDS.take(code), texts: { postalCode: code } }]
  if (postalCode === '') return { text: mainPostOffice(town, code), proposals }
  if (postalCode === code)
    return isMainOfSeveral
      ? fact(`${mainPostOffice(town, code)} ${HINT_WORDS.mayChange}`)
      : undefined
  if (firstDigits.length === 0 || isPostCodeOf(city, postalCode)) return undefined
  const text = HINT_WORDS.postCodes(name, list(firstDigits))
  return { text, proposals }
}

function isPostCodeOf(city: City, postalCode: string): boolean {
  const hasDigits = city.firstDigits.includes(postalCode.slice(0, 2))
  return (/^\d{5}$/.test(postalCode) && hasDigits) || postalCode === postTownOf(city).postCode
}

function mainPostOffice({ name }: Pick<City, 'name'>, code: string): string {
  return HINT_WORDS.mainPostOffice(code, name)
}

function fact(text: string): Hint {
  return { text, proposals: [] }
}

/** Hints for a place that is not in the table: its province, and the post code of the province's capital. */
function unknownHints(typed: ShippingAddress, isAsked: boolean): AddressHints {
  const province = provinceNamed(typed.state)
  const postalCode = cleanCode(typed.postalCode)
  const capitals = PROVINCES.map((each) => ({ ...capitalOf(each), ...detailsOf(capitalOf(each)) }))
  const capital = capitals.find(({ state }) => state === province)
  if (capital && postalCode === capital.postalCode)
    return { postalCode: fact(`${mainPostOffice(capital, postalCode)} ${HINT_WORDS.mayChange}`) }
  if (capital && postalCode === '')
    return {
      postalCode: {
        text: HINT_WORDS.isUnknown,
        proposals: [
          {
            label: HINT_WORDS.takeCodeOf(capital.postalCode, capital.name),
            texts: { postalCode: capital.postalCode },
          },
        ],
      },
    }
  if (!isBlank(typed.state) && postalCode === '')
    return {
      postalCode: {
        text: HINT_WORDS.isUnknownOfSeveral,
        proposals: capitals.map(({ name, postalCode: code }) => ({
          label: `${name} ${code}`,
          texts: { postalCode: code },
        })),
      },
    }
  if (!isBlank(typed.state) || isAsked) return {}
  return {
    state: {
      text: HINT_WORDS.chooseProvince,
      proposals: capitals.map(({ state, postalCode: code }) => ({
        label: state,
        texts: postalCode === '' ? { state, postalCode: code } : { state },
      })),
    },
  }
}

function phoneHint(phone: string): Hint | undefined {
  if (isBlank(cleanText(phone)) || isPakistaniMobile(phone)) return undefined
  if (phonePair(phone)) return fact(HINT_WORDS.twoPhones)
  // Another length than that of a phone is an error.
  if (!isPhone(cleanCode(phone))) return undefined
  return fact(HINT_WORDS.noMobile)
}

function isInPakistan({ country }: ShippingAddress): boolean {
  return ['pakistan', 'pk', 'پاکستان'].includes(foldCity(country))
}

function list(words: readonly string[]): string {
  return new Intl.ListFormat(LIST_LOCALE, { type: 'disjunction' }).format(words)
}
