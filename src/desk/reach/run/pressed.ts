/* What was pressed in a queue of orders, and why the database did not do it. */

import type { ActRow } from '#admin/acts/acts.api.ts'
import type { ActName, SentAct } from '#admin/acts/acts.store.ts'
import { type DispatchRow, withResults } from '#admin/acts/dispatch-row.ts'
import { problemOfRow } from '#desk/acts/problem-of-row.ts'
import { refusedSentence } from '#desk/acts/refused-sentence.ts'
import { maybeSaved } from '#kit/remote/try-again.ts'

/** A press. */
export interface Press {
  act: ActName
  rows: readonly ActRow[]
  /** In the words of its button. Follows "Undo". */
  name: string
  /** Where it cancels the order: what that changes. */
  row?: DispatchRow
}

/** What its page knows of it. */
export interface Pressed extends Pick<Press, 'name' | 'row'> {
  /** Of the order, or of the first one of several. */
  id: string
  /** Of its customer. */
  fullName: string
  /** Whether it is about orders in the list, and not about the one on screen. */
  isListed?: boolean
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
  return problem ?? refusedSentence(refused && !refused.ok ? refused.code : '')
}

/** Of a press that ended in an error. */
export function unsavedSentence(error: unknown): string {
  return maybeSaved(error) ?? 'This is not saved: something went wrong on this page.'
}
