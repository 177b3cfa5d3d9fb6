/* An order with everything but its history: what is printed, written into files and sent. */
import type { MessageLanguage } from '#kit/locale.ts'
import type { Order } from '#order/order.ts'
import type { Confirmation, MessageKind } from './confirmation.ts'
import type { EndReason } from './ending.ts'
import type { PackingReason } from './packing.ts'
import type { Stage } from './stages.ts'

/** The most rows of a page that the API returns; whole orders are read in parts of it too. */
export const MAX_PAGE_SIZE = 100

/** Messages about an order, and the language of the last one to its phone. */
export interface Told {
  messages: { at: string; kind: MessageKind | 'other'; language: MessageLanguage }[]
  language: MessageLanguage | null
}

export const NOT_TOLD: Told = { messages: [], language: null }

/** An order of which everything but its history is known. */
export interface WholeOrder extends Order {
  /** Why it may not leave. */
  reasons: PackingReason[]
  stage: Stage
  /** Whether the courier lost its parcel: nothing is to be collected. */
  isLost: boolean
  confirmation: Confirmation
  endReason: EndReason | null
  told: Told
}
