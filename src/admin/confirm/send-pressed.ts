/* Sends what was pressed in the run, and says what the database refused. */
import type { DispatchRow } from '#admin/dispatch/row.ts'
import { type SendServices, sendChange } from '#admin/dispatch/send-row.ts'
import { problemOfRow } from '#admin/dispatch/sentences.ts'
import type { NewAttempt } from '#admin/order/confirmation.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import type { AttemptResult, addAttempt } from './confirm.api.ts'
import { saveTypedHold } from './typed-hold.ts'

/** What came of a contact, or the order as cancelled. */
export type Pressed = NewAttempt | DispatchRow

interface Services extends SendServices {
  addAttempt: typeof addAttempt
}

/** Undefined where it is saved. Throws where that is not known, or the session is over. */
export async function whyRefused(
  pressed: Pressed,
  services: Services,
): Promise<string | undefined> {
  try {
    const why =
      'attempt' in pressed
        ? whyNotAdded(await services.addAttempt(pressed))
        : problemOfRow((await sendChange(pressed, services)).row)
    if (why === undefined) saveTypedHold(pressed.id, undefined)
    return why
  } catch (error) {
    if (!hasCode(error, 'refused')) throw error
    console.error('Error saving an attempt to confirm', error)
    return REFUSED
  }
}

function whyNotAdded(result: AttemptResult): string | undefined {
  return result.ok ? undefined : (REFUSALS[result.code] ?? REFUSED)
}

const REFUSED = 'the database refused it'

const REFUSALS: Record<string, string> = {
  not_found: 'this order does not exist any more',
  erased: 'its customer was erased',
  stale: 'it was changed meanwhile',
  booked: 'it is booked with a courier',
  closed: 'it is closed',
}
