import { useStore } from '@nanostores/react'
import { courierName } from '#admin/order/couriers.ts'
import { parcelStateName } from '#admin/order/parcels.ts'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import type { ReturnsStore, Scan } from './returns.store.ts'
import { CHECK_IN_ACTS } from './returns.ts'

interface ScanListProps {
  store: ReturnsStore
  /** A button of the list was pressed. */
  onDone: () => void
}

/** The last scans, newest first, in two lines each. */
export function ScanList({ store, onDone }: ScanListProps) {
  const scans = useStore(store.$scans)
  const done = scans.filter(({ state }) => state === 'done').length
  const [latest] = scans
  return (
    <section aria-labelledby="scans">
      <h2 id="scans" className="mb-2 text-h3">
        {done === 0 ? 'Scans' : `${countOf(done, 'scan')} done`}
      </h2>
      <p role="status" className="sr-only">
        {latest && `${latest.code}: ${saysOf(latest)}`}
      </p>
      {scans.length === 0 ? (
        <p className="py-3 text-muted">Nothing is scanned yet</p>
      ) : (
        <ol aria-label="Scans, newest first" className="border-t border-line">
          {scans.map((scan) => (
            <ScanRow key={scan.request} scan={scan} store={store} onDone={onDone} />
          ))}
        </ol>
      )}
    </section>
  )
}

function ScanRow({ scan, store, onDone }: ScanListProps & { scan: Scan }) {
  const { state, found, code, problem, choices = [] } = scan
  const isBad = state === 'refused' || state === 'unsent' || problem !== undefined
  return (
    <li className="border-b border-line py-1">
      <div className="flex items-center gap-3">
        <div className={`min-w-0 flex-1 ${state === 'undone' ? 'text-muted line-through' : ''}`}>
          <p className="flex items-baseline gap-x-2">
            {found ? (
              <a href={paths.adminOrder(found.orderId)} className="text-link font-semibold">
                {found.orderId}
              </a>
            ) : (
              <bdi dir="ltr" className="font-semibold [overflow-wrap:anywhere]">
                {code}
              </bdi>
            )}
            <bdi dir="auto" className="min-w-0 flex-1 truncate">
              {found?.order.fullName}
            </bdi>
          </p>
          <p className="text-sm">
            <span className={isBad ? 'text-danger' : 'text-forest'}>{saysOf(scan)}</span>
            {found && (
              <span className="text-muted">
                {' '}
                · {found.order.contents} · <bdi>{found.order.city}</bdi>
              </span>
            )}
          </p>
        </div>
        {state === 'done' && (
          <Button
            variant="quiet"
            className="px-3!"
            onClick={() => {
              onDone()
              void store.undo(scan.request)
            }}
          >
            <span>
              Undo<span className="sr-only"> {found?.orderId}</span>
            </span>
          </Button>
        )}
      </div>
      {choices.length > 0 && (
        <ul className="flex flex-wrap gap-2 py-1">
          {choices.map((choice) => (
            <li key={`${choice.orderId} ${choice.courier}`}>
              <Button
                variant="secondary"
                className="px-3!"
                onClick={() => {
                  onDone()
                  void store.pick(scan.request, choice)
                }}
              >
                {choice.orderId} <bdi>{choice.fullName}</bdi>
                {choice.courier && `, ${courierName(choice.courier)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function saysOf({ state, act, found, problem }: Scan): string {
  if (problem !== undefined) return problem
  switch (state) {
    case 'sending':
      return 'Sending...'
    case 'unsent':
      return `${CHECK_IN_ACTS[act]}: no response`
    case 'undone':
      return 'Undone'
    case 'unchanged':
      return `Is ${CHECK_IN_ACTS[act].toLowerCase()} already`
    default: {
      const from = found && parcelStateName(found.from)
      return from && found?.from !== found?.to
        ? `${CHECK_IN_ACTS[act]} (before: ${from.toLowerCase()})`
        : CHECK_IN_ACTS[act]
    }
  }
}
