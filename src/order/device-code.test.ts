import { expect, test } from 'vitest'
import { parseDeviceCode } from './device-code.ts'

test.each([
  [' ab12 cd34', 'AB12CD34'],
  ['AB12CD3', undefined],
  ['AB12CD345', undefined],
  ['AB12-D34', undefined],
])('the typed code %j is %s', (typed, code) => expect(parseDeviceCode(typed)).toBe(code))
