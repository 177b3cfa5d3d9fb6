import { useEffect, useId, useRef } from 'react'
import type { DispatchRow } from '#admin/acts/dispatch-row.ts'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { OrderLink } from '#admin/order/OrderLink.tsx'
import { countSaved, isUnknown, problemOfRow } from '#desk/acts/problem-of-row.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { type BulkRun, type BulkStore, isSaved } from './bulk.store.ts'
import { DeleteOrders } from './DeleteOrders.tsx'

interface Props {
  view: BulkRun
  bulk: BulkStore
  onClose: () => void
}

/** Which orders are changed, which are not, and what can be done about it. */
export function BulkProgress({ view, bulk, onClose }: Props) {
  const { step, act, goal, isUndo, rows } = view
  const section = useRef<HTMLElement>(null)
  const namesId = useId()
  const saved = rows.filter(isSaved)
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
      <p role="status">
        <span className="font-semibold">
          {step === 'saving'
            ? `Saving ${countOf(rows.length, 'order')}...`
            : countSaved(rows, goal)}
        </span>
        {step === 'done' && saved.length > 0 && (
          <span id={namesId} className="block text-sm">
            <UntrustedText>{namesOf(saved)}</UntrustedText>
          </span>
        )}
      </p>
      {failed.length > 0 && (
        <div role="alert" className="max-h-[40dvh] overflow-y-auto">
          <Unsaved title="Not saved:" rows={failed.filter((row) => !isUnknown(row))} />
          <Unsaved title="May be saved or not:" rows={failed.filter(isUnknown)} />
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {step === 'done' && left.length > 0 && (
          <Button variant="primary" onClick={() => void bulk.resume()}>
            Retry {countOf(left.length, 'order')}
          </Button>
        )}
        {step === 'done' && saved.length > 0 && !isUndo && (
          <>
            {saved.some(({ change }) => change.status === 'shipped') && (
              <a href={paths.adminTell} className={buttonClass('primary')}>
                Tell customers
              </a>
            )}
            {act !== 'delete' && (
              <Button aria-describedby={namesId} onClick={() => void bulk.undo()}>
                Undo {countOf(saved.length, 'order')}
              </Button>
            )}
            {act === 'discard' && (
              <DeleteOrders
                count={saved.length}
                onDelete={() => void bulk.decide('delete', saved)}
              />
            )}
          </>
        )}
        {step === 'done' && <Button onClick={onClose}>Done</Button>}
      </div>
    </section>
  )
}

/** Orders that are not saved, or may not be, and why. */
function Unsaved({ title, rows }: { title: string; rows: readonly DispatchRow[] }) {
  if (rows.length === 0) return null
  return (
    <>
      <p className="font-semibold text-danger">{title}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-2">
            <OrderLink id={row.id} />
            <UntrustedText>{row.fullName}</UntrustedText>
            <span className="text-danger">{problemOfRow(row)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const MAX_NAMED = 3

/** `ABCDEFGH Ayesha Khan, BBBBBBBB, CCCCCCCC and 37 more`. No names after a reload. */
function namesOf(rows: readonly DispatchRow[]): string {
  const named = rows.slice(0, MAX_NAMED).map(({ id, fullName }) => `${id} ${fullName}`.trim())
  const more = rows.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What Retry sends. */
function isLeft({ result: { state } }: DispatchRow): boolean {
  return ['planned', 'unreachable', 'unforeseen', 'signedOut'].includes(state)
}
