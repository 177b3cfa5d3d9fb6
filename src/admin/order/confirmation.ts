/* Confirming orders before they are packed: what is known, and what an admin notes (docs/desk-rules.md, rule 21.2). */
import { type Stage, stageName } from './stages.ts'

export interface Confirmation {
  /** What follows from the attempts. `unreached`: three times no answer, which waits for a decision. */
  state: 'open' | 'confirmed' | 'known' | 'held' | 'unreached'
  by: 'admin' | 'customer' | null
  reason: HoldReason | null
  noAnswers: number
}

/** Labels of the acts that an admin notes. */
export const NOTED_ACTS = {
  yes: 'Yes',
  reset: 'Not confirmed after all',
  no_answer: 'No answer',
  later: 'Later today',
  tomorrow: 'Tomorrow',
  hold: 'Hold',
  resume: 'Resume',
} as const

export type NotedAct = keyof typeof NOTED_ACTS

/** The names of all attempts. A message that was sent is one. */
export const ATTEMPT_NAMES = { ...NOTED_ACTS, asked: 'Asked by WhatsApp' }

export const HOLD_REASONS = {
  address: 'The address is not clear',
  phone: 'The phone is wrong',
  stock: 'Something is out of stock',
  doubtful: 'The order is doubtful',
  payment: 'Waits for an advance',
  other: 'Another reason',
} as const

export type HoldReason = keyof typeof HOLD_REASONS

export interface ContactAttempt {
  id: string
  /** ISO timestamp. */
  at: string
  actor: 'admin' | 'customer'
  act: keyof typeof ATTEMPT_NAMES
  reason: HoldReason | null
  text: string | null
}

/** What is sent of an attempt. */
export interface NewAttempt {
  /** Of the order. */
  id: string
  act: NotedAct
  at: string
  reason?: HoldReason
  text?: string
}

export function newAttempt(
  id: string,
  act: NotedAct,
  more: Pick<NewAttempt, 'reason' | 'text'> = {},
): NewAttempt {
  return { id, act, at: new Date().toISOString(), ...more }
}

interface Asked {
  stage: Stage
  confirmation: Confirmation
}

/** `Confirmed by link`, `Held: the phone is wrong`, `2 times no answer`; '' where nothing is known. */
export function describeConfirmation({ stage, confirmation }: Asked): string {
  const { state, by, reason, noAnswers } = confirmation
  if (stage === 'waiting') return stageName(stage)
  switch (state) {
    case 'confirmed':
      return by === 'customer' ? 'Confirmed by link' : 'Confirmed'
    case 'known':
      return 'Known'
    case 'held':
      return `Held: ${(reason ? HOLD_REASONS[reason] : 'no reason').toLowerCase()}`
    case 'unreached':
      return `${noAnswers} times no answer: decide`
    case 'open':
      if (noAnswers === 0) return ''
      return noAnswers === 1 ? 'Once no answer' : `${noAnswers} times no answer`
  }
}
