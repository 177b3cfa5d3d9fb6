/* Ids, tokens and limits of the function that places orders. */
import { expect } from 'vitest'
import { setCount } from '#tests/support/limits.ts'
import { aNewOrder, anItem, token } from '#tests/support/order-factories.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectCode } from '../expectations.ts'
import { requestOf, victim } from '../fixtures.ts'
import { place, placeOwnOrder, refusedOrders, withField } from '../place-order.ts'

const long = 'x'.repeat(30)
const BAD_TOKENS = [null, 'x'.repeat(21), `${long}\n`, `${long}é`, `${long}+/=`, 5, [token], {}]

export const attemptCases: AttackCase[] = [
  attack('A61 the id of another order is refused and reveals nothing', async (api) => {
    expectCode(await place(api, withField('id')(victim.id)), 409, 'id_taken')
  }),
  attack('A61 the content of another order with another token is refused', async (api) => {
    const request = { ...requestOf(victim), token: aNewOrder().token }
    expectCode(await place(api, () => request), 409, 'id_taken')
  }),
  attack('A62 the same request again gets the order of the first one', async (api) => {
    const request = aNewOrder()
    api.allowOrder(request.id)
    const first = await place(api, undefined, request)
    const again = await place(api, undefined, request)
    expect(first).toMatchObject({ status: 201, body: { replay: false } })
    expect(again).toMatchObject({ status: 200, body: { ...(first.body as object), replay: true } })
  }),
  attack('A63 a retry may list its keys in another order', async (api) => {
    const request = await placeOwnOrder(api)
    const reversed = Object.fromEntries(Object.entries(request).reverse())
    expect(await place(api, () => reversed)).toMatchObject({ status: 200, body: { replay: true } })
  }),
  ...attacks(
    'A64 a key with another order is refused',
    [
      { items: [anItem(1)], total: anItem(1).price },
      { total: 1 },
      { paymentMethod: 'cash_on_delivery', items: [] },
    ],
    async (api, change) => {
      const request = await placeOwnOrder(api)
      const read = () => api.sql('select * from public.orders where id = $1', [request.id])
      const before = await read()
      expectCode(await place(api, () => ({ ...request, ...change })), 422, 'attempt_reused')
      expect(await read()).toEqual(before)
    },
  ),
  ...refusedOrders(
    'A65 a malformed token is refused',
    BAD_TOKENS,
    withField('token'),
    422,
    'bad_field',
    'token',
  ),
  attack('A66 the 31st attempt of a client in ten minutes is refused', async (api) => {
    for (let nth = 1; nth <= 30; nth += 1) {
      expect((await place(api, withField('total')(1))).status).toBe(422)
    }
    expectCode(await place(api), 429, 'rate_limited')
    expectCode(await place(api, withField('id')(victim.id)), 429, 'rate_limited')
  }),
  attack('A66 a claimed client address is ignored', async (api) => {
    await setCount(api.sql, 'place', '203.0.113.9', 30)
    for (const claimed of ['198.51.100.1', '10.0.0.1', '::1', 'unknown', '" or 1=1']) {
      const reply = await place(api, undefined, undefined, {
        'x-forwarded-for': `${claimed}, 203.0.113.9`,
        'cf-connecting-ip': claimed,
        'x-real-ip': claimed,
        forwarded: `for=${claimed}`,
      })
      expectCode(reply, 429, 'rate_limited')
    }
  }),
  attack('A66 the sixth open order of a phone is refused, in every spelling', async (api) => {
    const { shippingAddress } = aNewOrder()
    const digits = shippingAddress.phone.slice(1)
    const spellings = [
      `0${digits}`,
      `+92${digits}`,
      `0092-${digits}`,
      `(0)${digits}`,
      `92 ${digits}`,
    ]
    for (const phone of spellings) {
      const request = aNewOrder({ shippingAddress: { ...shippingAddress, phone } })
      api.allowOrder(request.id)
      expect((await place(api, undefined, request)).status).toBe(201)
    }
    expectCode(
      await place(api, withField('shippingAddress')(shippingAddress)),
      429,
      'too_many_orders',
    )
  }),
]
