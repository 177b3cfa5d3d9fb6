/*
 * What the checkout fills in and asks about while an address is typed (docs/product.md, rules 4.18–4.21).
 * A module of its own: it has all cities, and is fetched when the form gets the focus.
 */
import type { ShippingAddress } from '#features/orders/address.ts'
import { type City, foldCity, matchCity } from '#features/orders/cities.ts'
import { isPakistaniMobile } from '#features/orders/phone.ts'
import { cleanText, foldDigits } from '#shared/text.ts'

export type AddressHints = { [field in 'city' | 'postalCode' | 'phone']?: string }

/** State and post code of a typed city. Empty where they are not certain. */
export function detailsOfCity(typed: ShippingAddress): { state: string; postalCode: string } {
  const match = isInPakistan(typed) ? matchCity(typed.city) : undefined
  const city = match?.city
  // A cantonment has a post office of its own.
  const isCertain = city && !match.isCantonment && !city.hasManyCodes
  return {
    state: city?.province ?? '',
    postalCode: (isCertain && city.postCode) || '',
  }
}

/** Questions and facts. None of them is an error, and none stops an order. */
export function addressHints(typed: ShippingAddress): AddressHints {
  if (!isInPakistan(typed)) return {}
  const { city, maybe } = matchCity(typed.city)
  const postCode = foldDigits(cleanText(typed.postalCode))
  const hints: AddressHints = {}
  if (maybe?.length) hints.city = `Did you mean ${list(maybe.map(({ name }) => name))}?`
  const about = city ? postCodeHint(city, postCode) : undefined
  if (about) hints.postalCode = about
  if (cleanText(typed.phone) && !isPakistaniMobile(typed.phone))
    hints.phone =
      'This does not look like a mobile number in Pakistan, such as 0300 1234567. The rider will call it.'
  return hints
}

function postCodeHint(city: City, postCode: string): string | undefined {
  const { name, firstDigits, hasManyCodes } = city
  if (postCode === '')
    return hasManyCodes && city.postCode
      ? `${name} has several post codes. That of its main post office is ${city.postCode}.`
      : undefined
  if (firstDigits.length === 0) return undefined
  const isOfCity = /^\d{5}$/.test(postCode) && firstDigits.includes(postCode.slice(0, 2))
  return isOfCity
    ? undefined
    : `Post codes of ${name} have five digits and begin with ${list(firstDigits)}.`
}

function isInPakistan({ country }: ShippingAddress): boolean {
  return ['pakistan', 'پاکستان'].includes(foldCity(country))
}

function list(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
}
