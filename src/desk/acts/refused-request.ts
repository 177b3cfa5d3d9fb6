/* What the backend refused of a request, with its code. */

import type { PackingReason } from '#admin/order/packing.ts'
import type { Order } from '#order/order.ts'

/** What the backend did not do, and why. */
export interface RefusedRequest {
  ok: false
  code: string
  field?: string
  /** Of a 'stale' change: the order as it is now. */
  order?: Order
  /** Of a change that is 'not_packable': why the order may not leave. */
  reasons?: PackingReason[]
}

/** Of an act that shows nothing new. */
export type RequestResult = { ok: true } | RefusedRequest
