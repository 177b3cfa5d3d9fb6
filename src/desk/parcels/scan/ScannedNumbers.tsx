import { type DispatchRow, isLeft, isSaved } from '#desk/acts/row.ts'
import { problemOfRow } from '#desk/acts/sentences.ts'
import { Button } from '#kit/form/Button.tsx'
import type { ScanStore } from './station.store.ts'

interface Props {
  rows: readonly DispatchRow[]
  store: ScanStore
}

/** The numbers that were scanned here, the newest first, and what became of each. */
export function ScannedNumbers({ rows, store }: Props) {
  if (rows.length === 0) return null
  const saved = rows.filter(isSaved).length
  return (
    <section aria-labelledby="scanned" className="grid gap-2">
      <h2 id="scanned" className="text-h3">
        {saved} of {rows.length} saved
      </h2>
      <ol aria-label="Scanned numbers, newest first" className="border-t border-line">
        {rows.map((row) => {
          const problem = problemOfRow(row)
          return (
            <li
              key={row.id}
              className="flex flex-wrap items-center gap-x-3 border-b border-line py-1"
            >
              <span className="min-w-0 flex-1">
                <span className="font-semibold">{row.id}</span>{' '}
                <bdi className="[overflow-wrap:anywhere]">{row.fullName}</bdi>
                <span className="block text-sm text-muted">
                  <bdi dir="ltr" className="[overflow-wrap:anywhere]">
                    {row.change.trackingNumber}
                  </bdi>
                  {row.result.state === 'sending' && ' · saving...'}
                  <span className="text-danger">{problem && ` · not saved: ${problem}`}</span>
                </span>
              </span>
              {isLeft(row) && (
                <Button variant="secondary" onClick={() => void store.retry(row.id)}>
                  Retry<span className="sr-only"> {row.id}</span>
                </Button>
              )}
              {isSaved(row) && (
                <Button variant="quiet" className="px-2!" onClick={() => void store.undo(row.id)}>
                  Undo<span className="sr-only"> {row.id}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
