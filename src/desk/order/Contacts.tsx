import { MESSAGE_KINDS } from '#admin/order/told.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { Attempts } from '#desk/reach/run/Attempts.tsx'
import { formatMoment } from '#kit/dates.ts'

/** What came of each contact, and the messages to the customer. */
export function Contacts({ found }: { found: OrderWithHistory }) {
  const { told } = found
  // A chat in which the customer was asked is one contact, which stands among the messages.
  const attempts = found.attempts.filter(({ act }) => act !== 'asked')
  const count = attempts.length + told.messages.length
  if (count === 0) return null
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2 font-medium">
        Contacts so far ({count})
      </summary>
      <Attempts attempts={attempts} />
      {told.messages.length > 0 && (
        <ul aria-label="Messages to the customer" className="text-muted">
          {told.messages.map(({ at, kind }) => (
            <li key={at}>
              WhatsApp: {kind === 'other' ? 'another message' : MESSAGE_KINDS[kind]} ·{' '}
              {formatMoment(at)}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
