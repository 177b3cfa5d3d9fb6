/* Sends what was pressed in the run, and says what the database refused. */
import { type DispatchRow, isLeft, isSaved } from '#admin/dispatch/row.ts'
import { type SendServices, sendRow } from '#admin/dispatch/send-row.ts'
import { problemOfRow } from '#admin/dispatch/sentences.ts'
import type { NewAttempt } from '#admin/order/confirmation.ts'
import { codeOf, ShopError } from '#kit/remote/shop-error.ts'
import type { addAttempt } from './confirm.api.ts'
import { saveTypedHold } from './typed-hold.ts'

/** What came of a contact, or the order as cancelled. */
export type Pressed = NewAttempt | DispatchRow

export interface Unsent {
  pressed: Pressed
  /** Why it is not sent, as far as that is known. */
  error?: unknown
}

interface Services extends SendServices {
  addAttempt: typeof addAttempt
}

type Sent =
  | { state: 'saved' }
  | { state: 'signedOut' }
  | { state: 'unsent'; unsent: Unsent }
  | { state: 'refused'; why: string }

export function sendPressed(pressed: Pressed, services: Services): Promise<Sent> {
  return 'attempt' in pressed ? add(pressed, services) : change(pressed, services)
}

async function add(pressed: NewAttempt, { addAttempt }: Services): Promise<Sent> {
  try {
    const result = await addAttempt(pressed)
    if (!result.ok) return { state: 'refused', why: whyRefused(result.code) }
    saveTypedHold(pressed.id, undefined)
    return { state: 'saved' }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'forbidden') return { state: 'signedOut' }
    console.error('Error saving an attempt to confirm', error)
    if (code === 'refused') return { state: 'refused', why: whyRefused(code) }
    return { state: 'unsent', unsent: { pressed, error } }
  }
}

async function change(planned: DispatchRow, services: Services): Promise<Sent> {
  const { row } = await sendRow(planned, services)
  const { state } = row.result
  if (state === 'signedOut') return { state }
  if (isSaved(row)) return { state: 'saved' }
  if (isLeft(row)) {
    const error = state === 'unreachable' ? new ShopError(state) : undefined
    return { state: 'unsent', unsent: { pressed: row, error } }
  }
  return { state: 'refused', why: problemOfRow(row) ?? whyRefused(state) }
}

function whyRefused(code: string): string {
  switch (code) {
    case 'not_found':
      return 'this order does not exist any more'
    case 'erased':
      return 'its customer was erased'
    case 'stale':
      return 'it was changed meanwhile'
    case 'booked':
      return 'it is booked with a courier'
    case 'closed':
      return 'it is closed'
    default:
      return 'the database refused it'
  }
}
