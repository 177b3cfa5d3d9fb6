import { useEffect, useRef } from 'react'
import { formatCount } from '#admin/order/orders.ts'
import { type DispatchRow, isLeft, isSaved } from '#desk/acts/row.ts'
import { problemOfRow } from '#desk/acts/sentences.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import type { BulkRun, BulkStore } from './bulk.store.ts'

interface Props {
  view: BulkRun
  bulk: BulkStore
  onClose: () => void
}

/** How many orders are changed, which are not, and what can be done about it. */
export function BulkProgress({ view, bulk, onClose }: Props) {
  const { step, goal, isUndo, rows } = view
  const section = useRef<HTMLElement>(null)
  const saved = rows.filter(isSaved).length
  const left = rows.filter(isLeft)
  const failed = rows.filter(problemOfRow)

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
      <p role="status" className="font-semibold">
        {step === 'saving'
          ? `Saving ${formatCount(rows.length)}...`
          : `${saved} of ${rows.length} orders ${goal}`}
      </p>
      {failed.length > 0 && (
        <FailedRows
          rows={failed}
          onOverwrite={step === 'done' && !isUndo ? bulk.overwrite : undefined}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {left.length > 0 && (
          <Button variant="primary" onClick={() => void bulk.resume()}>
            Retry {formatCount(left.length)}
          </Button>
        )}
        {saved > 0 && !isUndo && (
          <>
            {rows.some((row) => isSaved(row) && row.change.status === 'shipped') && (
              <a href={paths.adminTell} className={buttonClass('primary')}>
                Tell customers
              </a>
            )}
            <Button variant="secondary" onClick={() => void bulk.undo()}>
              Undo {formatCount(saved)}
            </Button>
          </>
        )}
        {step === 'done' && (
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
    </section>
  )
}

interface FailedRowsProps {
  rows: DispatchRow[]
  /** Undefined where an order that somebody changed stays as it is. */
  onOverwrite: ((id: string) => Promise<void>) | undefined
}

function FailedRows({ rows, onOverwrite }: FailedRowsProps) {
  return (
    <div role="alert" className="max-h-[40dvh] overflow-y-auto">
      <p className="font-semibold text-danger">Not saved:</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-2">
            <span>{row.id}</span>
            <UntrustedText>{row.fullName}</UntrustedText>
            <span className="text-danger">{problemOfRow(row)}</span>
            {row.result.state === 'stale' && onOverwrite && (
              <Button variant="quiet" onClick={() => void onOverwrite(row.id)}>
                Change {row.id} all the same
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
