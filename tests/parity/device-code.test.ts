/* The code of a device in its message. */
import { describe, expect, test } from 'vitest'
import { deviceCode, newOrderKey } from '#order/order-key.ts'
import { openDatabase } from '#tests/support/database.ts'

const { sql } = openDatabase()

const CASES: [token: string, code: string][] = [
  ['abcdefghijklmnopqrstuv', 'ABCDEFGH'],
  ['-_a-b_C1-2_3d4e5f6g7h8i9', 'ABC123D4'],
  ['00000000--------________', '00000000'],
  [`${'-'.repeat(20)}ab`, 'AB'],
]

describe('rule 5.18: browser and database make the same code of a token', () => {
  test.each([...CASES, ...Array.from({ length: 20 }, randomCase)])('%s', async (token, code) => {
    expect(deviceCode(token)).toBe(code)
    const [row] = await sql('select private.device_code($1) as code', [token])
    expect(row).toEqual({ code })
  })
})

function randomCase(): [token: string, code: string] {
  const { token } = newOrderKey()
  return [token, deviceCode(token)]
}
