/* Sends what was pressed in the run, takes it back, and says what the database refused. */

import type { NewAttempt } from '#admin/order/confirmation.ts'
import { type DispatchRow, undoOf } from '#desk/acts/row.ts'
import { type SendServices, sendChange } from '#desk/acts/send-row.ts'
import { problemOfRow } from '#desk/acts/sentences.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import type { addAttempt, noteMessage, OpenedMessage, undoAttempt } from './confirm.api.ts'
import { saveTypedHold } from './typed-hold.ts'

/** What came of a contact, a message that was opened, or the order as cancelled. */
export type Pressed = NewAttempt | OpenedMessage | DispatchRow

interface Services extends SendServices {
  addAttempt: typeof addAttempt
  undoAttempt: typeof undoAttempt
  noteMessage: typeof noteMessage
}

interface Sent {
  /** Why it is not saved. */
  why?: string | undefined
  /** As it is saved. */
  pressed: Pressed
}

/** Throws where it is not known whether it is saved, or the session is over. */
export async function sendPressed(pressed: Pressed, services: Services): Promise<Sent> {
  return unlessRefused(pressed, async () => {
    if ('result' in pressed) {
      const { row } = await sendChange(pressed, services)
      return { pressed: row, why: problemOfRow(row) }
    }
    const result =
      'message' in pressed
        ? await services.noteMessage(pressed)
        : await services.addAttempt(pressed)
    return { pressed, why: result.ok ? undefined : (REFUSALS[result.code] ?? REFUSED) }
  })
}

/** Takes back what was pressed. Undefined where it is undone; throws as sending does. */
export async function whyNotUndone(
  { id, version, pressed }: { id: string; version: number; pressed: Pressed },
  services: Services,
): Promise<string | undefined> {
  const { why } = await unlessRefused(pressed, async () => {
    if ('result' in pressed) {
      const { row } = await sendChange({ ...undoOf(pressed), isUncertain: true }, services)
      return { pressed, why: problemOfRow(row) }
    }
    const attempt = 'message' in pressed ? pressed.message : pressed.attempt
    const result = await services.undoAttempt({ id, attempt, version })
    return { pressed, why: result.ok ? undefined : (REFUSALS[result.code] ?? REFUSED) }
  })
  return why
}

async function unlessRefused(pressed: Pressed, send: () => Promise<Sent>): Promise<Sent> {
  try {
    const sent = await send()
    if (sent.why === undefined) saveTypedHold(pressed.id, undefined)
    return sent
  } catch (error) {
    if (!hasCode(error, 'refused')) throw error
    console.error('Error saving an attempt to confirm', error)
    return { pressed, why: REFUSED }
  }
}

const REFUSED = 'the database refused it'

const REFUSALS: Record<string, string> = {
  not_found: 'this order does not exist any more',
  erased: 'its customer was erased',
  stale: 'it was changed meanwhile',
  booked: 'it is booked with a courier',
  closed: 'it is closed',
}
