/* The step that an order takes when it is tracked. */
import { expect } from 'vitest'
import { type AttackCase, attack, attacks, enforcedBy } from '../attack-case.ts'
import { otherOrders, victim } from '../fixtures.ts'
import { placeOwnOrder } from '../place-order.ts'
import type { TestApi } from '../test-api.ts'
import { orderOf } from './order-lookups.ts'

export const trackingCases: AttackCase[] = [
  ...otherOrders
    .filter(({ status }) => status !== 'pending')
    .map(({ id, status, trackingNumber }) =>
      attack(
        `A109 an order that is ${status} stays so when it is tracked`,
        async (api) => {
          await setTracked(api, id, '1 hour')
          const reply = await api.rpc('track_order', { p_id: id, p_token: null })
          // A masked order shows its tracking number.
          api.responses.push((api.responses.pop() ?? '').replaceAll(trackingNumber ?? '', ''))
          expect(orderOf(reply)).toMatchObject({ status, masked: true })
          const [row] = await api.sql('select status from public.orders where id = $1', [id])
          expect(row).toEqual({ status })
        },
        ['private.order_keys'],
      ),
    ),
  attack('A108 an order that is tracked many times takes its step once', async (api) => {
    const { id, token } = await placeOwnOrder(api)
    await api.rpc('track_order', { p_id: id })
    await setTracked(api, id, '15 seconds')
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.rpc('track_order', { p_id: id })),
    )
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    const order = orderOf(await api.rpc('get_order', { p_id: id, p_token: token }))
    expect(order).toMatchObject({ status: 'processing' })
    expect(order['trackingHistory']).toHaveLength(2)
  }),
  attack('A110 an order does not take its step before 15 seconds', async (api) => {
    const { id } = await placeOwnOrder(api)
    await api.rpc('track_order', { p_id: id })
    await setTracked(api, id, '10 seconds')
    expect(orderOf(await api.rpc('track_order', { p_id: id }))).toMatchObject({ status: 'pending' })
  }),
  ...enforcedBy(
    'PostgREST',
    attacks(
      'A110 track_order() takes no other argument',
      [{ p_status: 'delivered' }, { status: 'delivered' }, { p_seconds: 0 }],
      async (api, more) => {
        const reply = await api.rpc('track_order', { p_id: victim.id, ...more })
        expect(reply).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
      },
    ),
  ),
]

function setTracked(api: TestApi, id: string, age: string) {
  return api.sql(
    'update private.order_keys set first_tracked_at = now() - $2::interval where order_id = $1',
    [id, age],
  )
}
