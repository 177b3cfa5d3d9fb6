import { PagedList } from '#admin/lists/PagedList.tsx'
import { courierName } from '#admin/order/couriers.ts'
import { formatShortMoment } from '#admin/order/short-moment.ts'
import { formatDate } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { formatMoney } from '#kit/money.ts'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { InBank, type InBankProps } from './InBank.tsx'
import { formatPaid } from './statements.ts'
import type { StatementsPageStore } from './statements-page.store.ts'

/** The statements that were applied, newest first. */
export function StatementList({ store: { list, acts } }: { store: StatementsPageStore }) {
  return (
    <section aria-labelledby="applied" className="grid gap-3">
      <h2 id="applied" className="text-h3">
        Applied
      </h2>
      <PagedList list={list} name="statements">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="py-3 text-muted">No file was applied yet</p>
          ) : (
            <ul aria-label="Statements, newest first" className="border-t border-line">
              {rows.map((statement) => (
                <StatementRow key={statement.id} statement={statement} acts={acts} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </section>
  )
}

/** What came, what it is made of, and what is done with it. */
function StatementRow({ statement, acts }: InBankProps) {
  const { id, courier, fileName, dated, appliedAt, undoneAt, came, parcels } = statement
  return (
    <li className="grid gap-x-4 border-b border-line py-1 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className={`min-w-0 ${undoneAt ? 'text-muted' : ''}`}>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <a
            id={`statement-${id}`}
            href={paths.adminStatement(id)}
            className="text-link inline-flex min-h-touch min-w-6 items-center font-semibold md:min-h-6"
          >
            <span className="sr-only">Open statement </span>
            {statement.number ?? id}
          </a>
          <span className="min-w-0 flex-1 truncate">
            {courierName(courier)}, <bdi>{fileName}</bdi>
          </span>
          <span className="font-medium whitespace-nowrap tabular-nums">{formatMoney(came)}</span>
        </p>
        <p className="text-sm text-muted">
          {countOf(parcels, 'parcel')}
          {dated && ` · of ${formatDate(dated)}`} · applied {formatShortMoment(appliedAt)}
        </p>
        {!undoneAt && <p className="text-sm tabular-nums text-muted">{formatPaid(statement)}</p>}
      </div>
      {undoneAt ? (
        <p className="self-center text-sm text-muted">Undone {formatShortMoment(undoneAt)}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4">
          <InBank statement={statement} acts={acts} />
          {statement.request && (
            <Button variant="quiet" className="px-2!" onClick={() => acts.askToUndo(statement)}>
              <span>
                Undo<span className="sr-only"> statement {id}</span>
              </span>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
