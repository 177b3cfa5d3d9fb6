/* An order with everything but its history: what is printed, written into files and sent. */
import type { Order } from '#order/order.ts'
import type { Confirmation } from './confirmation.ts'
import type { EndReason } from './ending.ts'
import type { PackingReason } from './packing.ts'
import type { Stage } from './stages.ts'
import type { Told } from './told.ts'

/** The most rows of a page that the API returns; whole orders are read in parts of it too. */
export const MAX_PAGE_SIZE = 100

/** An order of which everything but its history is known. */
export interface WholeOrder extends Order {
  /** Why it may not leave. */
  reasons: PackingReason[]
  stage: Stage
  confirmation: Confirmation
  endReason: EndReason | null
  told: Told
}
