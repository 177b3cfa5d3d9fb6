import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { goodAddress } from '#tests/support/address-cases.ts'
import cities from '#tests/support/courier-files/cities.json' with { type: 'json' }
import { addressProblems, type ShippingAddress } from './address.ts'
import { addressHints, detailsOfCity } from './address-hints.ts'
import { CITIES, postTownOf } from './cities.ts'
import { findPlace } from './places.ts'

const places: { understood: Record<string, string>; asked: string; unknown: string } = parse(
  readFileSync('tests/support/typed-places.yaml', 'utf8'),
)
const understood = Object.entries(places.understood).flatMap(([province, lines]) =>
  rowsOf(lines).map(([typed, name]): [string, string, string] => [typed, name, province]),
)
const asked = rowsOf(places.asked)
const unknown = rowsOf(places.unknown)

/** `[typed, expected]` of each text in a table. */
function rowsOf(lines: string): [typed: string, expected: string][] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [expected = '', texts = ''] = line.split(/: (.*)/)
      return texts.split(' / ').map((text): [string, string] => [text, expected])
    })
}

test('the tables have 400 typed places and more', () => {
  expect(understood.length + asked.length + unknown.length).toBeGreaterThanOrEqual(400)
})

test.each(understood)('rules 4.18 and 4.35: %j is %s, %s', (typed, name, province) => {
  const { city, maybe } = findPlace(typed)
  expect([city?.name, city?.province, maybe]).toEqual([name, province, []])
})

test.each(asked)('rule 4.19: %j is a question: %s', (typed, names) => {
  const { city, maybe } = findPlace(typed)
  expect(city).toBeUndefined()
  expect(
    maybe
      .map((choice) => choice.city.name)
      .sort()
      .join(' | '),
  ).toBe(names)
})

test.each([...unknown, ['', 'none'], [' ', 'none'], ['x '.repeat(5000), 'none']])(
  'rule 4.19: %j is no city; its province: %s',
  (typed, named) => {
    const province = named === 'none' ? undefined : named
    expect(findPlace(typed)).toEqual({ isAround: false, maybe: [], province })
  },
)

test.each(Object.entries(cities.known))('rule 4.18: %j is known, in %s', (typed, province) => {
  expect(findPlace(typed).city?.province).toBe(province)
})

test.each(Object.entries(cities.neverTheOnlyProposal))(
  'rule 4.19: for %j the only proposal is not %s',
  (typed, never) => {
    const { maybe } = findPlace(typed)
    expect(maybe.length === 1 && maybe[0]?.city.name === never).toBe(false)
    expect(findPlace(typed).city?.name).not.toBe(never)
  },
)

/** What is in the form after the city was left. */
function leaveCity(city: string): ShippingAddress {
  const typed = { ...goodAddress, city, state: '', postalCode: '' }
  return { ...typed, ...detailsOfCity(typed) }
}

test.each(understood)(
  'rule 4.36: %j needs no press for state and post code, and stays as typed',
  (typed, name, province) => {
    const address = leaveCity(typed)
    const city = CITIES.find((each) => each.name === name)
    expect(addressProblems(address)).toEqual({})
    expect([address.city, address.state]).toEqual([typed, province])
    expect(address.postalCode).toBe(city && postTownOf(city).postCode)
  },
)

test.each([...asked, ...unknown])(
  'rules 4.37 and 4.38: %j is one press away from an address that can be sent',
  (typed) => {
    const address = leaveCity(typed)
    const hints = Object.values(addressHints(address))
    const proposals = hints.flatMap((hint) => hint?.proposals ?? [])
    expect(proposals.length).toBeGreaterThan(0)
    for (const { texts } of proposals) {
      const chosen = { ...address, ...texts }
      expect(addressProblems(chosen)).toEqual({})
      // A button of a question ends it, and its city keeps what was filled in.
      if (!texts.city) continue
      expect(addressHints(chosen).city).toBeUndefined()
      expect(detailsOfCity(chosen)).toEqual({ state: texts.state, postalCode: texts.postalCode })
    }
  },
)
