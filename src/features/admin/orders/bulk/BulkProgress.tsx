import { statusName } from '#features/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { UntrustedText } from '#ui/UntrustedText.tsx'
import { formatCount } from '../orders.ts'
import { type Bulk, type BulkLine, type BulkProblem, hasFailed } from './bulk.store.ts'

interface Props {
  view: Exclude<Bulk, { step: 'choosing' }>
  onRetry: () => void
  onClose: () => void
}

const PROBLEMS: Record<BulkProblem, string> = {
  refused: 'the store refused the change',
  unreachable: 'no answer from the store',
}

/** How many orders are done, and which failed. */
export function BulkProgress({ view: { step, status, lines }, onRetry, onClose }: Props) {
  const saved = lines.filter(({ outcome }) => outcome === 'saved').length
  const failed = lines.filter(hasFailed)
  return (
    <section
      aria-label="Change of the selected orders"
      className="grid gap-4 rounded-lg border border-line p-4"
    >
      <p role="status" className="font-semibold">
        {saved} of {lines.length} orders set to {statusName(status)}
      </p>
      <progress
        aria-label="Orders updated"
        max={lines.length}
        value={saved + failed.length}
        className="w-full accent-forest"
      />
      {failed.length > 0 && <FailedLines lines={failed} />}
      {step === 'done' && (
        <div className="flex flex-wrap gap-3">
          {failed.length > 0 && (
            <Button variant="primary" onClick={onRetry}>
              Retry {formatCount(failed.length)}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </section>
  )
}

function FailedLines({ lines }: { lines: BulkLine[] }) {
  return (
    <div role="alert">
      <p className="font-semibold text-danger">Not saved:</p>
      <ul>
        {lines.map(({ id, fullName, outcome }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <span>{id}</span>
            <UntrustedText>{fullName}</UntrustedText>
            <span className="text-danger">{PROBLEMS[outcome as BulkProblem]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
