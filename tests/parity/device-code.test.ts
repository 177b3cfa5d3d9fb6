/* The code of a device in its message. */
import { expect, test } from 'vitest'
import { newOrderKey } from '#order/device/order-key.ts'
import { deviceCode } from '#order/device-code.ts'
import { anonymous, openDatabase } from '#tests/support/database.ts'
import { anAttempt, anEntry } from '#tests/support/order-factories.ts'

const { call, act } = openDatabase()

const CASES: [token: string, code: string][] = [
  ['abcdefghijklmnopqrstuv', 'ABCDEFGH'],
  ['-_a-b_C1-2_3d4e5f6g7h8i9', 'ABC123D4'],
  ['00000000--------________', '00000000'],
]

test('rule 5.18: the database knows a token by the code that the browser makes of it', async () => {
  for (const [nth, [token, code]] of [
    ...CASES,
    ...Array.from({ length: 20 }, randomCase),
  ].entries()) {
    expect(deviceCode(token)).toBe(code)
    const order = anAttempt(nth, { token })
    await act('enter', anEntry(order, { deviceCode: code }))
    const late = await call(anonymous, 'place_order', { p: order })
    expect(late.body, token).toMatchObject({ ok: true, replay: true, order: { mayChange: true } })
  }
})

function randomCase(): [token: string, code: string] {
  const { token } = newOrderKey()
  return [token, deviceCode(token)]
}
