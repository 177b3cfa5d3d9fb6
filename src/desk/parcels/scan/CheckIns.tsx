import { useStore } from '@nanostores/react'
import { courierName } from '#admin/order/couriers.ts'
import { parcelStateName } from '#admin/order/parcels.ts'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import type { CheckInStore, Scan } from './check-in.store.ts'
import { ACT_HINTS, SCAN_ACTS, type ScanAct } from './check-ins.ts'

interface CheckInsProps {
  store: CheckInStore
  /** A button of the list was pressed. */
  onDone: () => void
}

/** What came back by the last scans, newest first, in two lines each. */
export function CheckIns({ store, onDone }: CheckInsProps) {
  const scans = useStore(store.$scans)
  const done = scans.filter(({ state }) => state === 'done').length
  const [latest] = scans
  if (!latest) return null
  return (
    <section aria-labelledby="scans">
      <h2 id="scans" className="mb-2 text-h3">
        {done === 0 ? 'Scans' : `${countOf(done, 'scan')} done`}
      </h2>
      <p role="status" className="sr-only">
        {`${latest.code}: ${saysOf(latest)}`}
      </p>
      <ol aria-label="Scans, newest first" className="border-t border-line">
        {scans.map((scan) => (
          <ScanRow key={scan.request} scan={scan} store={store} onDone={onDone} />
        ))}
      </ol>
    </section>
  )
}

/** What had no response, by name. */
export function UnsentCheckIns({ store, onDone }: CheckInsProps) {
  const unsent = useStore(store.$unsent)
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

/** What is said of each parcel that comes back. */
export function CheckInChoice({ store, onDone }: CheckInsProps) {
  const act = useStore(store.$act)
  return (
    <fieldset>
      <legend className="mb-1 font-medium">A parcel that comes back is</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(SCAN_ACTS) as ScanAct[]).map((value) => (
          <label
            key={value}
            className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border border-edge px-3 hover:bg-sand has-checked:border-forest has-checked:bg-sand has-checked:font-semibold"
          >
            <input
              type="radio"
              name="act"
              value={value}
              checked={value === act}
              onChange={() => store.choose(value)}
              // The arrows of the keyboard choose as well, and must not leave the group.
              onClick={({ detail }) => detail > 0 && onDone()}
              className="size-5 accent-forest"
            />
            {SCAN_ACTS[value]}
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">{ACT_HINTS[act]}</p>
    </fieldset>
  )
}

function ScanRow({ scan, store, onDone }: CheckInsProps & { scan: Scan }) {
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
      return `${SCAN_ACTS[act]}: no response`
    case 'undone':
      return 'Undone'
    case 'unchanged':
      return `Is ${SCAN_ACTS[act].toLowerCase()} already`
    default: {
      const from = found && parcelStateName(found.from)
      return from && found?.from !== found?.to
        ? `${SCAN_ACTS[act]} (before: ${from.toLowerCase()})`
        : SCAN_ACTS[act]
    }
  }
}
