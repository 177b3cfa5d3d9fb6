import { useStore } from '@nanostores/react'
import { courierName } from '#admin/order/couriers.ts'
import { formatDate, formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { countOf } from '#kit/text.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import { InBank } from './InBank.tsx'
import { StatementParcels } from './StatementParcels.tsx'
import { createStatementPage, type StatementPageStore } from './statement-page.store.ts'
import type { WholeStatement } from './statements.api.ts'
import { formatPaid } from './statements.ts'
import { UndoDialog } from './UndoDialog.tsx'

export const StatementIsland = island(StatementPage, createStatementPage)

function StatementPage({ store }: { store: StatementPageStore }) {
  return (
    <div className="grid gap-3">
      <a
        href={paths.adminMoney}
        className="text-link inline-flex min-h-touch items-center justify-self-start"
      >
        Back to Statements
      </a>
      <RemoteView remote={store} name="statement">
        {(whole) =>
          whole ? (
            <Whole whole={whole} store={store} />
          ) : (
            <h1 className="text-h3">There is no such statement</h1>
          )
        }
      </RemoteView>
    </div>
  )
}

function Whole({ whole, store: { acts } }: { whole: WholeStatement; store: StatementPageStore }) {
  const { statement, parcels } = whole
  const { id, courier, number, fileName, dated, appliedAt, undoneAt, days } = statement
  const undone = useStore(acts.$undone)
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1 id={`statement-${id}`} className="text-h3 [overflow-wrap:anywhere]">
          {courierName(courier)}: statement {number ?? id}
        </h1>
        <p className="text-muted">
          <UntrustedText>{fileName}</UntrustedText>
        </p>
        <p className="text-muted">
          {countOf(parcels.length, 'parcel')}
          {dated && ` · of ${formatDate(dated)}`} · applied {formatMoment(appliedAt)}
        </p>
        {undoneAt && (
          <p className="font-semibold text-danger">
            Undone {formatMoment(undoneAt)}. Its money counts nowhere.
          </p>
        )}
        <p role="status" className="empty:hidden">
          {undone}
        </p>
        {!undoneAt && (
          <div className="tabular-nums">
            <p className="text-h3 font-semibold">{formatMoney(statement.came)}</p>
            <p>{formatPaid(statement)}</p>
            {days.length > 1 &&
              days.map(({ day, came }) => (
                <p key={day}>
                  {formatDate(day)}: {formatMoney(came)}
                </p>
              ))}
          </div>
        )}
      </div>
      {!undoneAt && (
        <div className="flex flex-wrap items-center gap-4">
          <InBank statement={statement} acts={acts} />
          {statement.request && (
            <Button variant="secondary" onClick={() => acts.askToUndo(statement)}>
              Undo
            </Button>
          )}
        </div>
      )}
      <UndoDialog acts={acts} />
      <StatementParcels parcels={parcels} />
    </div>
  )
}
