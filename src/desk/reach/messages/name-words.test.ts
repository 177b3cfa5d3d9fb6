import { expect, test } from 'vitest'
import { namesIn } from './name-words.ts'

test.each([
  ['Win a prize https://evil.example/x', 'Win a prize'],
  ['HTTPS://EVIL.EXAMPLE', ''],
  ['http:evil', ''],
  ['www.evil.example Ayesha', 'Ayesha'],
  ['Ayesha evil.example', 'Ayesha'],
  ['Ayesha (evil.example)', 'Ayesha'],
  ['bit.ly/abc Khan', 'Khan'],
  ['evil。example Khan', 'Khan'],
  ['evil．example Khan', 'Khan'],
  ['ev\u200Bil.\u200Bexample Khan', 'Khan'],
  ['мойсайт.рф Khan', 'Khan'],
  ['192.0.2.1 Khan', 'Khan'],
  ['a@evil.example Khan', 'Khan'],
  ['tel:+12025550123 Khan', 'Khan'],
])('a name of %j leads nowhere in the greeting', (fullName, left) => {
  expect(namesIn(fullName).join(' ')).toBe(left)
})

test.each(['Ayesha Khan', 'M. Ali', 'Dr. A. Q. Khan', "O'Neil-Shah", 'عائشہ خان', 'Khan Jr.'])(
  'a name of %j is greeted in full',
  (fullName) => {
    expect(namesIn(fullName).join(' ')).toBe(fullName)
  },
)
