/* What was pressed in a queue of orders, and why the database did not do it. */

import type { ActRow } from '#admin/acts/acts.api.ts'
import type { ActName, SentAct } from '#admin/acts/acts.store.ts'
import {
  type DispatchRow,
  type PlannedOrder,
  planRow,
  toActRow,
  withResults,
} from '#admin/acts/dispatch-row.ts'
import { type NewAttempt, NOTED_ACTS, newAttempt } from '#admin/order/confirmation.ts'
import type { EndReason } from '#admin/order/ending.ts'
import { problemOfRow } from '#desk/acts/problem-of-row.ts'
import { refusedSentence } from '#desk/acts/refused-sentence.ts'
import type { OpenedMessage } from '#desk/reach/messages/chats.store.ts'

export interface Pressed {
  /** Of the order, or of the first one of several. */
  id: string
  /** Of its customer. */
  fullName?: string
  /** What was pressed, in the words of its button. Follows "Undo". */
  name: string
  /** Whether it is about orders in the list, and not about the one on screen. */
  isListed?: boolean
  /** Where the press cancels its order: what that changes. */
  row?: DispatchRow
}

/** What is sent of it. */
export interface QueuePress {
  act: ActName
  rows: readonly ActRow[]
  about: Pressed
}

export function attemptPress(attempt: NewAttempt): QueuePress {
  const { id, act } = attempt
  return { act: 'attempt', rows: [{ ...attempt }], about: { id, name: NOTED_ACTS[act] } }
}

export type Replied = Required<Pick<Pressed, 'id' | 'fullName'>>

/** "Yes" of orders that waited for a reply. */
export function repliesPress(orders: readonly Replied[]): QueuePress {
  const [{ id, fullName } = { id: '', fullName: '' }] = orders
  const rows = orders.map((order) => ({ ...newAttempt(order.id, 'yes') }))
  return { act: 'attempt', rows, about: { id, fullName, name: NOTED_ACTS.yes, isListed: true } }
}

export function messagePress(message: OpenedMessage): QueuePress {
  return { act: 'tell', rows: [{ ...message }], about: { id: message.id, name: 'WhatsApp' } }
}

export function cancelPress(order: PlannedOrder, endReason: EndReason | undefined): QueuePress {
  const row = planRow(order, { status: 'cancelled', endReason })
  return { act: 'book', rows: [toActRow(row)], about: { id: row.id, name: 'Cancel', row } }
}

/** Whether there is something to undo. */
export function isAnySaved({ state, results }: SentAct<Pressed>): boolean {
  return state === 'saved' && results.some(({ ok }) => ok)
}

/** Why an act, or its undoing, was refused: words without a full stop. */
export function whyNot(act: SentAct<Pressed>): string {
  const { row } = act.about
  const [problem] = row && act.act !== 'undo' ? withResults([row], act).map(problemOfRow) : []
  const refused = act.results.find(({ ok }) => !ok)
  const code = refused && !refused.ok ? refused.code : ''
  return problem ?? refusedSentence(code)
}
