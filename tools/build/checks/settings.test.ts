import { describe, expect, test } from 'vitest'
import { type Settings, settings } from '#config/settings.ts'
import { sentenceOf } from '#content-loader/problem.ts'
import { SETTINGS_FILE, sampleFields, sampleWarnings, settingsProblems } from './settings.ts'

const sentences = (data: unknown) => settingsProblems(data).map(sentenceOf)

/** As a sentence quotes it. */
const shown = (value: unknown) => String(value).replace(/(.{60}).+/, '$1…')

/** Valid settings of no shop. */
const valid: Settings = {
  ...settings,
  site: 'https://zulf.pk',
  currency: 'PKR',
  email: 'salam@zulf.pk',
  phone: '+92 321 4567890',
  whatsApp: '923214567890',
  socialProfiles: [{ name: 'Instagram', url: 'https://www.instagram.com/zulf' }],
  adminEmailDomain: 'zulf.pk',
}

test('the settings of the shop are valid', () => {
  expect(sentences(settings)).toEqual([])
})

test.each<[keyof Settings, unknown]>([
  ['phone', ''],
  ['phone', '0321-4567890'],
  ['phone', '111 123 456'],
  ['phone', '+92 42 35870000'],
  ['phone', '0800-12345'],
  ['whatsApp', ''],
  ['whatsApp', '14155550123'],
  ['email', ''],
  ['address', ''],
  ['site', 'https://my-shop.netlify.app'],
  ['socialProfiles', [{ name: 'Facebook', url: '' }]],
  ['deliveredBy', ''],
])('%s may be %j', (field, value) => {
  expect(sentences({ ...valid, [field]: value })).toEqual([])
})

describe('rule 9.12: a mistake is named with its field, its value and what to write', () => {
  test.each<[keyof Settings, unknown, string]>([
    ['whatsApp', '+92 321 4567890', 'digits only, with the country code'],
    ['whatsApp', '03214567890', 'digits only, with the country code'],
    ['phone', 'call 0321', 'a phone number that can be called'],
    ['phone', '0321 4567890 or 0300 1234567', 'a phone number that can be called'],
    ['phone', '+92 300 12345', 'a phone number that can be called'],
    ['phone', '0300 123456', 'a phone number that can be called'],
    ['phone', '92 300 1234567', 'a phone number that can be called'],
    ['whatsApp', '92300123456', 'digits only'],
    ['whatsApp', '9230012345678', 'digits only'],
    ['whatsApp', '920300123456', 'digits only'],
    ['whatsApp', '3001234567', 'digits only'],
    ['currency', 'JPY', 'the code of a currency with two decimals'],
    ['currency', 'KWD', 'the code of a currency with two decimals'],
    ['name', 'Zulf'.repeat(20), 'the name of the shop'],
    ['email', 'salam at zulf.pk', 'an e-mail address such as'],
    ['site', 'http://zulf.pk', 'where the site is published'],
    ['site', 'https://zulf.pk/shop', 'where the site is published'],
    ['currency', 'ABC', 'the code of a currency'],
    ['adminEmailDomain', 'https://zulf.pk', 'a domain in small letters'],
    ['founded', 3020, 'the year as a number'],
  ])('%s: %j', (field, value, remedy) => {
    const [problem, ...others] = sentences({ ...valid, [field]: value })
    expect(problem).toContain(`${SETTINGS_FILE}: "${field}" is ${shown(value)}. Write ${remedy}`)
    expect(others).toEqual([])
  })

  test.each(['  ', ' Zulf', 'Zulf\nOil'])('a name of %j, whose blanks are shown', (name) => {
    expect(sentences({ ...valid, name })).toEqual([
      expect.stringContaining(`"name" is ${JSON.stringify(name)}. Write the name of the shop in`),
    ])
  })

  test('a sign that is not seen is named by its code point', () => {
    const [problem] = sentences({ ...valid, phone: '+92\u00A0321 4567890' })
    expect(problem).toContain('"phone" is +92<U+00A0>321 4567890. Write')
  })

  test('within a list', () => {
    const profile = { name: 'Instagram', url: 'http://instagram.com/zulf' }
    expect(sentences({ ...valid, socialProfiles: [profile] })).toEqual([
      expect.stringContaining('"socialProfiles[0].url" is http://instagram.com/zulf. Write the'),
    ])
  })

  test('a field that is missing and one that does not exist', () => {
    const { city, ...rest } = { ...valid, Phone: '0321' }
    expect(sentences(rest)).toEqual([
      `${SETTINGS_FILE}: "city" is missing. Write the city of the shop, such as Lahore.`,
      expect.stringContaining('"Phone": no such field.'),
    ])
    expect(city).toBe(settings.city)
  })
})

test('rule 9.12: fields that are still samples are named', () => {
  const sample = {
    ...valid,
    site: 'https://zulf.example',
    phone: '+92 300 0000000',
    whatsApp: '923000000000',
    socialProfiles: [{ name: 'Instagram', url: 'https://www.instagram.com/zulf.example' }],
  }
  expect(sampleFields(valid)).toEqual([])
  expect(sampleFields(sample)).toEqual(['site', 'phone', 'whatsApp', 'socialProfiles'])
})

test('rule 9.18: each claim of samples that is switched on is warned of by name and key', () => {
  const { shows } = valid
  const off = Object.fromEntries(Object.keys(shows).map((key) => [key, false])) as typeof shows
  expect(sampleWarnings({ ...valid, shows: off })).toEqual([])
  for (const key of Object.keys(shows)) {
    const [warning, ...others] = sampleWarnings({ ...valid, shows: { ...off, [key]: true } }).map(
      sentenceOf,
    )
    expect(warning).toContain(`${SETTINGS_FILE}: shows.${key} is on: `)
    expect(others).toEqual([])
  }
})
