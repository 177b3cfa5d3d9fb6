/* Why an order may not leave, as the database decides it (docs/desk-rules.md, rule 21.46), and the sentence of each. */

/** By these an order leaves in no case. */
export const STOPPING_REASONS = ['joined', 'replaced', 'held'] as const

/** About these the admin is asked before the first booking. */
export const ASKED_REASONS = ['marked', 'unconfirmed', 'changed'] as const

export type AskedReason = (typeof ASKED_REASONS)[number]

export type PackingReason = 'booked' | (typeof STOPPING_REASONS)[number] | AskedReason

/** Each follows the id of an order: "is on hold". */
export const REASON_SENTENCES: Record<PackingReason, string> = {
  booked: 'is booked or closed already',
  joined: 'went with another order’s parcel: take it apart there first',
  replaced: 'is replaced by another order',
  held: 'is on hold: resume it first',
  marked: 'looks odd, and no admin has decided on it yet',
  unconfirmed: 'is not confirmed',
  changed: 'was changed by its customer, and no admin has looked at it since',
}

/** With a number before them: "9 not confirmed". */
export const REASON_COUNTS: Record<PackingReason, string> = {
  booked: 'booked or closed already',
  joined: 'in another order’s parcel',
  replaced: 'replaced by another order',
  held: 'on hold',
  marked: 'looking odd',
  unconfirmed: 'not confirmed',
  changed: 'changed by their customers',
}

export function isAsked(reason: string): reason is AskedReason {
  return (ASKED_REASONS as readonly string[]).includes(reason)
}

/** The reasons that keep an order from leaving, where the admin included some: `private.reasons_left()` of the database. */
export function reasonsLeft(
  reasons: readonly PackingReason[],
  included: readonly PackingReason[] = [],
): PackingReason[] {
  return reasons.filter((reason) =>
    isAsked(reason)
      ? !reasons.includes('booked') && !included.includes(reason)
      : reason !== 'booked',
  )
}

/** Why an order may not leave: "is on hold: resume it first; is not confirmed". */
export function reasonSentence(reasons: readonly PackingReason[]): string {
  return reasons.map((reason) => REASON_SENTENCES[reason]).join('; ')
}
