import { useStore } from '@nanostores/react'
import { MARKS } from '#admin/order/marks.ts'
import { formatCount } from '#admin/order/orders.ts'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { useConfirm } from '#kit/form/ConfirmDialog.tsx'
import type { MarkedPageStore } from './marked.store.ts'
import type { Decision } from './marked.ts'

const WHAT_GOES =
  'Names, addresses, phones and notes go with them. This cannot be undone. Orders that changed since, or were booked before, stay.'

interface DecisionsProps {
  decisions: readonly Decision[]
  store: MarkedPageStore
}

/** The last decisions, newest first, with what can still be done about them. */
export function Decisions({ decisions, store }: DecisionsProps) {
  if (decisions.length === 0) return null
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions" className="text-h3">
        Last decisions
      </h2>
      <ul className="mt-2 border-t border-line">
        {decisions.map((decision) => (
          <DecisionItem key={decision.request} decision={decision} store={store} />
        ))}
      </ul>
    </section>
  )
}

function DecisionItem({ decision, store }: { decision: Decision; store: MarkedPageStore }) {
  const isBusy = useStore(store.$isBusy)
  const [dialog, ask] = useConfirm()
  const { request, at, act, mark, orders, rows, undoneAt } = decision
  const describedBy = { 'aria-describedby': `decision-${request}` }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
      {dialog}
      <div id={`decision-${request}`} className="min-w-0">
        <p className="font-medium">
          {act === 'release' ? 'Released' : 'Discarded'} {formatCount(orders)}
          {mark && `: ${MARKS[mark].badge}`}
        </p>
        <p className="text-muted">
          {formatMoment(at)}
          {undoneAt && ` · undone ${formatMoment(undoneAt)}`}
        </p>
      </div>
      {rows.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            isBusy={isBusy}
            className="px-4!"
            {...describedBy}
            onClick={() => void store.undo(decision)}
          >
            Undo
          </Button>
          {act === 'discard' && (
            <Button
              variant="quiet"
              isBusy={isBusy}
              className="px-2!"
              {...describedBy}
              onClick={() =>
                ask({
                  title: `Delete ${formatCount(rows.length)} for good?`,
                  children: <p>{WHAT_GOES}</p>,
                  action: 'Delete for good',
                  onConfirm: () => void store.remove(decision),
                })
              }
            >
              Delete for good
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
