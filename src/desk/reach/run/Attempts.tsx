import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { ATTEMPT_NAMES, type ContactAttempt, HOLD_REASONS } from '#admin/order/confirmation.ts'
import { formatMoment } from '#kit/dates.ts'

/** What came of each contact so far. */
export function Attempts({ attempts }: { attempts: readonly ContactAttempt[] }) {
  if (attempts.length === 0) return null
  return (
    <ul aria-label="Contacts so far" className="border-s border-line ps-4 text-muted">
      {attempts.map(({ id, at, actor, act, reason, text }) => (
        <li key={id}>
          {ATTEMPT_NAMES[act]}
          {actor === 'customer' && ' (by the customer)'}
          {reason && `: ${HOLD_REASONS[reason].toLowerCase()}`}
          {text && (
            <>
              {', '}
              <UntrustedText>{text}</UntrustedText>
            </>
          )}{' '}
          · {formatMoment(at)}
        </li>
      ))}
    </ul>
  )
}
