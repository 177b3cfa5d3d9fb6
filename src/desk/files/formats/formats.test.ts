import { expect, test } from 'vitest'
import { type ParcelState, parcelStateName } from '#admin/parcels/parcels.ts'
import { FIELD_NAMES } from '#desk/files/fields.ts'
import { headerKey } from '#desk/files/header-row.ts'
import { COMMON, FORMATS } from './formats.ts'

const ALL = Object.entries({ ...FORMATS, all: COMMON })

test.each(ALL)('rules 22.23 and 22.29: what the format %s names, exists', (_, format) => {
  const { headers = {}, words = {} } = format
  expect(FIELD_NAMES).toEqual(expect.arrayContaining(Object.keys(headers)))
  // A state that does not exist is its own name.
  const unknown = Object.keys(words).filter((word) => parcelStateName(word as ParcelState) === word)
  expect(unknown.filter((word) => word !== 'nothing')).toEqual([])
})

test.each(ALL)(
  'rules 22.23 and 22.29: the format %s has one meaning for each text',
  (_, format) => {
    const { headers = {}, words = {} } = format
    const keys = Object.values(headers).flat().map(headerKey)
    const texts = Object.values(words)
      .flat()
      .map((word) => (typeof word === 'string' ? word : word.like))
    for (const each of [keys, texts]) expect(new Set(each).size).toBe(each.length)
    expect(texts.map((text) => text.toLowerCase())).toEqual(texts)
  },
)
