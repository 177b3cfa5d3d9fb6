import type { ConfirmationNotes } from '#paths.ts'
import { isOrderId } from './order.ts'

/** Reads what `paths.confirmation` writes. Ignores invalid search params. */
export function confirmationNotes(params: URLSearchParams): ConfirmationNotes {
  const earlier = params.get('earlier')
  return {
    earlier: earlier !== null && isOrderId(earlier) ? earlier : undefined,
    isBeforeChange: params.get('placed') === 'before-change',
  }
}
