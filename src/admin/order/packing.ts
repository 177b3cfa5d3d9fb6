/* Why an order may not leave, as the database decides it (docs/product.md, rule 21.46), and its one sentence. */
import { type Confirmation, HOLD_REASONS } from './confirmation.ts'

/** By these an order leaves in no case. */
export const STOPPING_REASONS = ['joined', 'replaced', 'held'] as const

/** About these the admin is asked before the first booking. */
export const ASKED_REASONS = ['marked', 'unconfirmed', 'changed'] as const

export type AskedReason = (typeof ASKED_REASONS)[number]

export type PackingReason = 'booked' | (typeof STOPPING_REASONS)[number] | AskedReason

/** What is known of an order that the sentences need. */
export interface Packed {
  reasons: readonly PackingReason[]
  confirmation?: Confirmation | null
  /** The order whose parcel it went with. */
  joinedInto?: string | null
  replacedBy?: string | null
}
