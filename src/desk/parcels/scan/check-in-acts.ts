/* What is said of parcels that left (docs/desk-rules.md, rules 22.15 and 22.44). */

/** What an admin may say of one. */
export const CHECK_IN_ACTS = {
  received_back: 'Back, fine',
  damaged: 'Back, damaged',
  lost: 'Lost',
  found: 'Found',
  try_again: 'Try again',
  bring_back: 'Bring it back',
} as const

export type CheckInAct = keyof typeof CHECK_IN_ACTS

/** What a scan says of a parcel that comes back, and what follows. */
export const ACT_HINTS = {
  received_back: 'It is here again, and can be sold.',
  damaged: 'It is here again, and cannot be sold.',
  lost: 'The courier cannot find it: it goes on the list of claims.',
} as const

export type ScanAct = keyof typeof ACT_HINTS

export const SCAN_ACTS = Object.keys(ACT_HINTS) as ScanAct[]
