/* Ids and tokens: whose attempt it is, and how often one may try. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/a-new-order.ts'
import { setCount } from '#tests/support/limits.ts'
import { anItem, token } from '#tests/support/order-request.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectCode } from '../outcomes.ts'
import { requestOf, victim } from '../planted.ts'
import { place, refused } from './ordering.ts'

export const attempts: AttackCase[] = [
  fact('A61 the id of somebody else is taken, and nothing is said of that order', async (shop) => {
    const reply = await place(shop, (request) => ({ ...request, id: victim.id }))
    expectCode(reply, 409, 'id_taken')
  }),
  fact('A61 a right guess at all but the token is no better', async (shop) => {
    const mine = aNewOrder().token
    const reply = await place(shop, () => ({ ...requestOf(victim), token: mine }))
    expectCode(reply, 409, 'id_taken')
  }),
  fact('A62 the same request again gets the order of the first', async (shop) => {
    const request = aNewOrder()
    shop.mayAdd(request.id)
    const first = await place(shop, () => request)
    const again = await place(shop, () => request)
    expect(first).toMatchObject({ status: 201, body: { replay: false } })
    expect(again).toMatchObject({ status: 200, body: { ...(first.body as object), replay: true } })
  }),
  fact('A63 a repeat may list its keys in another order', async (shop) => {
    const request = aNewOrder()
    shop.mayAdd(request.id)
    await place(shop, () => request)
    const turned = Object.fromEntries(Object.entries(request).reverse())
    expect(await place(shop, () => turned)).toMatchObject({ status: 200, body: { replay: true } })
  }),
  ...[
    { items: [anItem(1)], total: 1459 },
    { total: 1 },
    { paymentMethod: 'cash_on_delivery', items: [] },
  ].map((change) =>
    fact(
      `A64 an attempt is for one order: not also for ${JSON.stringify(change)}`,
      async (shop) => {
        const request = aNewOrder()
        shop.mayAdd(request.id)
        await place(shop, () => request)
        const before = await shop.asAdmin('select * from public.orders where id = $1', [request.id])
        expectCode(await place(shop, () => ({ ...request, ...change })), 422, 'attempt_reused')
        const after = await shop.asAdmin('select * from public.orders where id = $1', [request.id])
        expect(after).toEqual(before)
      },
    ),
  ),
  ...[
    undefined,
    null,
    'x',
    'x'.repeat(21),
    'x'.repeat(65),
    `${'x'.repeat(30)} y`,
    `${'x'.repeat(30)}\n`,
    `${'x'.repeat(30)}é`,
    `${'x'.repeat(30)}+/=`,
    5,
    [token],
    {},
  ].map((bad) =>
    refused(
      `A65 a token of ${JSON.stringify(bad)} is refused`,
      (request) => ({ ...request, token: bad }),
      422,
      'bad_field',
      'token',
    ),
  ),
  fact('A66 the 31st attempt of a caller in ten minutes is refused', async (shop) => {
    for (let nth = 1; nth <= 30; nth += 1) {
      const reply = await place(shop, (request) => ({ ...request, total: 1 }))
      expect(reply.status).toBe(422)
    }
    expectCode(await place(shop, (request) => request), 429, 'rate_limited')
    expectCode(await place(shop, (request) => ({ ...request, id: victim.id })), 429, 'rate_limited')
  }),
  fact('A66 words about oneself make no other caller', async (shop) => {
    await setCount(shop.asAdmin, 'place', '203.0.113.9', 30)
    for (const claimed of ['198.51.100.1', '10.0.0.1', '::1', 'unknown', '" or 1=1']) {
      const reply = await shop.call(
        'place_order',
        { p: aNewOrder() },
        {
          headers: {
            'x-forwarded-for': [`${claimed}, 203.0.113.9`],
            'cf-connecting-ip': claimed,
            'true-client-ip': claimed,
            'x-real-ip': claimed,
            'x-client-ip': claimed,
            forwarded: `for=${claimed}`,
          },
        },
      )
      expectCode(reply, 429, 'rate_limited')
    }
  }),
  fact('A66 five open orders of a phone are enough, however it is written', async (shop) => {
    const { shippingAddress } = aNewOrder()
    const digits = shippingAddress.phone.slice(1)
    const written = [`0${digits}`, `+92${digits}`, `0092-${digits}`, `(0)${digits}`, `92 ${digits}`]
    for (const phone of written) {
      const request = aNewOrder({ shippingAddress: { ...shippingAddress, phone } })
      shop.mayAdd(request.id)
      expect((await place(shop, () => request)).status).toBe(201)
    }
    const sixth = aNewOrder({ shippingAddress })
    expectCode(await place(shop, () => sixth), 429, 'too_many_orders')
  }),
]
