/* Only on request: one real order, which is cleaned up afterwards. */
import { isRecord } from '#kit/json.ts'
import { newOrderKey } from '#order/device/order-key.ts'
import type { aTestOrder } from '../test-orders/test-order.ts'
import type { Guarantee, Project } from './project.ts'

const PUSH = '`supabase db push`: the project lacks a migration.'

/** `order` is saved in the project by the first of them. */
export function orderGuarantees(order: ReturnType<typeof aTestOrder>): Guarantee[] {
  const place = (project: Project, change: object) =>
    project.request('/rest/v1/rpc/place_order', {
      method: 'POST',
      body: { p: { ...order, ...change } },
    })
  return [
    {
      says: 'An order is saved once, and its token opens it in full',
      remedy: '`npm run prices -- --push`: the project lacks a migration or the prices.',
      async passes(project) {
        const responses = [await place(project, {}), await place(project, {})]
        if (responses.map(({ status }) => status).join() !== '201,200') return false
        const body = { p_id: order.id, p_token: order.token }
        const { json } = await project.request('/rest/v1/rpc/get_order', { method: 'POST', body })
        return isRecord(json['order']) && json['order']['masked'] === false
      },
    },
    {
      says: 'An order cannot be taken over by its id',
      remedy: PUSH,
      passes: async (project) =>
        (await place(project, { token: newOrderKey().token })).json['code'] === 'id_taken',
    },
  ]
}
