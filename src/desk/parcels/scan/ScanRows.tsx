import { useStore } from '@nanostores/react'
import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { formatContents } from '#admin/order/contents-text.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import type { ScanStore } from './scan.store.ts'
import type { Scan } from './scans.ts'

interface ScanRowsProps {
  store: ScanStore
  /** A button of the list was pressed. */
  onDone: () => void
}

/** The last scans, newest first, in two lines each, and what became of them. */
export function ScanRows({ store, onDone }: ScanRowsProps) {
  const scans = useStore(store.$scans)
  const [latest] = scans
  if (!latest) return null
  const done = scans.filter(({ state }) => state === 'done').length
  return (
    <section aria-labelledby="scans">
      <h2 id="scans" className="mb-2 text-h3">
        {done === 0 ? 'Scans' : `${countOf(done, 'scan')} done`}
      </h2>
      <p role="status" className="sr-only">
        {`${latest.code}: ${latest.says}`}
      </p>
      <ol aria-label="Scans, newest first" className="border-t border-line">
        {scans.map((scan) => (
          <Row key={scan.request} scan={scan} store={store} onDone={onDone} />
        ))}
      </ol>
    </section>
  )
}

/** What had no response, by name. */
export function UnsentScans({ store, onDone }: ScanRowsProps) {
  const unsent = useStore(store.$scans).filter(({ state }) => state === 'unsent')
  return (
    <div role="alert">
      {unsent.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border border-danger p-3">
          <p className="min-w-0 flex-1 text-danger [overflow-wrap:anywhere]">
            {countOf(unsent.length, 'scan')} had no response:{' '}
            {unsent.map(({ code }) => code).join(', ')}
          </p>
          <Button
            variant="primary"
            onClick={() => {
              onDone()
              void store.retry()
            }}
          >
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}

function Row({ scan, store, onDone }: ScanRowsProps & { scan: Scan }) {
  const { request, code, orderId, fullName, details, state, says, isProblem, choices } = scan
  const press = (act: Promise<void>) => {
    onDone()
    void act
  }
  const struck = state === 'undone' ? 'text-muted line-through' : ''
  return (
    <TwoLineRow
      titleLines={orderId ? 'one' : 'all'}
      title={
        <span className={struck}>
          {orderId ? (
            <a href={paths.adminOrder(orderId)} className="text-link font-semibold">
              {orderId}
            </a>
          ) : (
            <bdi dir="ltr" className="font-semibold [overflow-wrap:anywhere]">
              {code}
            </bdi>
          )}{' '}
          <bdi dir="auto">{fullName}</bdi>
        </span>
      }
      end={
        state === 'done' && (
          <Button
            variant="quiet"
            className="px-2!"
            about={orderId}
            onClick={() => press(store.undo(request))}
          >
            Undo
          </Button>
        )
      }
    >
      <p className={`[overflow-wrap:anywhere] ${struck}`}>
        <span className={isProblem ? 'text-danger' : 'text-forest'}>{says}</span>
        {details && (
          <>
            {' '}
            · {formatContents(details.items)} · <bdi>{details.city}</bdi>
          </>
        )}
      </p>
      <ul className="flex flex-wrap gap-2 py-1 text-base empty:hidden">
        {choices.map((choice) => (
          <li key={`${choice.orderId} ${choice.courier}`}>
            <Button className="px-3!" onClick={() => press(store.pick(request, choice))}>
              {choice.orderId} <bdi>{choice.fullName}</bdi>
              {choice.courier && `, ${courierName(choice.courier)}`}
            </Button>
          </li>
        ))}
      </ul>
    </TwoLineRow>
  )
}
