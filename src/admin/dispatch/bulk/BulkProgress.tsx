import { useEffect, useRef } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { ProgressBar } from '#kit/view/ProgressBar.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import type { Bulk, BulkStore } from './bulk.store.ts'
import { type BulkLine, type BulkProblem, isLeft } from './bulk-line.ts'

interface Props {
  view: Exclude<Bulk, { step: 'choosing' }>
  bulk: Pick<BulkStore, 'resume' | 'overwrite' | 'undo' | 'stop'>
  onClose: () => void
}

const PROBLEMS: Record<BulkProblem, string> = {
  stale: 'somebody changed it meanwhile',
  refused: 'the change is not possible',
  missing: 'this order does not exist any more',
  unreachable: 'no response: it may be changed or not',
  unforeseen: 'something went wrong on this page: it may be changed or not',
}

/** How many orders are done, which are not, and what can be done about it. */
export function BulkProgress({ view, bulk, onClose }: Props) {
  const { step, goal, isUndo, lines } = view
  const section = useRef<HTMLElement>(null)
  const count = (...outcomes: BulkLine['outcome'][]) =>
    lines.filter(({ outcome }) => outcomes.includes(outcome)).length
  const saved = count('saved')
  const left = lines.filter(isLeft).length
  const failed = lines.filter((line): line is FailedLine => line.outcome in PROBLEMS)

  // The button that was pressed is gone at each step.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (step === 'saving' || isLost) section.current?.focus()
  }, [step])

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Change of the selected orders"
      className="grid gap-2"
    >
      <p role="status" data-no-toast className="font-semibold">
        {saved} of {lines.length} orders {goal}
        {step === 'done' && left > 0 && `. ${formatCount(left)} left to change`}
      </p>
      <ProgressBar label="Orders updated" max={lines.length} value={saved} />
      {failed.length > 0 && (
        <FailedLines
          lines={failed}
          onOverwrite={step === 'done' && !isUndo ? bulk.overwrite : undefined}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {step === 'saving' ? (
          <Button variant="secondary" onClick={bulk.stop}>
            Stop
          </Button>
        ) : (
          <>
            {left > 0 && (
              <Button variant="primary" onClick={() => void bulk.resume()}>
                {count('pending') > 0 ? 'Continue with' : 'Retry'} {formatCount(left)}
              </Button>
            )}
            {saved > 0 && !isUndo && (
              <Button variant="secondary" onClick={() => void bulk.undo()}>
                Undo {formatCount(saved)}
              </Button>
            )}
            <Button variant="secondary" onClick={onClose}>
              Done
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

type FailedLine = BulkLine & { outcome: BulkProblem }

interface FailedLinesProps {
  lines: FailedLine[]
  /** Undefined where an order that somebody changed stays as it is. */
  onOverwrite: ((id: string) => Promise<void>) | undefined
}

function FailedLines({ lines, onOverwrite }: FailedLinesProps) {
  return (
    <div role="alert" className="max-h-[40dvh] overflow-y-auto">
      <p className="font-semibold text-danger">Not saved:</p>
      <ul>
        {lines.map(({ id, fullName, outcome, meanwhile }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <span>{id}</span>
            <UntrustedText>{fullName}</UntrustedText>
            <span className="text-danger">
              {PROBLEMS[outcome]}
              {outcome === 'stale' && `: ${meanwhile}`}
            </span>
            {outcome === 'stale' && onOverwrite && (
              <Button variant="quiet" onClick={() => void onOverwrite(id)}>
                Change {id} all the same
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
