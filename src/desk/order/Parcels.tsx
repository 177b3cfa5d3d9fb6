import type { ReactNode } from 'react'
import { undoOf } from '#admin/acts/offer-undo.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import {
  formatParcel,
  MONEY_KINDS,
  type OrderParcel,
  type ParcelState,
  parcelStateName,
  reasonAfterState,
  sumOf,
} from '#admin/parcels/parcels.ts'
import { formatShortMoment } from '#admin/short-moment.ts'
import { formatDate } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { formatMoney } from '#kit/money.ts'
import { isErased } from '#order/order.ts'
import { Parcel } from '#order/view/Parcel.tsx'
import { paths } from '#paths.ts'
import { SendAgain } from './SendAgain.tsx'

interface ParcelsProps {
  found: OrderWithHistory
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** Without a delivery. */
const ENDED: readonly ParcelState[] = ['returned', 'received_back', 'lost']

/** Every sending of the order: where it is, what happened to it, and its money. */
export function Parcels({ found, onChange }: ParcelsProps) {
  const { order, parcels, replacedBy } = found
  if (parcels.length === 0) return null
  const current = parcels.find(({ isCurrent }) => isCurrent)
  const hasEnded = !isErased(order) && current && ENDED.includes(current.state)
  // Replaced it would not leave. Of a lost one it is the next step.
  const isSentAgain = hasEnded && !replacedBy && found.stage !== 'not_delivered'
  return (
    <section aria-labelledby="parcels" className="grid gap-3" data-no-print>
      <h2 id="parcels" className="text-h3">
        {parcels.length === 1 ? 'Parcel' : 'Parcels'}
      </h2>
      <Parcel order={order} />
      {[...parcels].reverse().map((parcel) => (
        <OneParcel key={parcel.nth} parcel={parcel} isOneOf={parcels.length} onChange={onChange} />
      ))}
      {isSentAgain && (
        <div className="flex flex-wrap items-center gap-3">
          <SendAgain order={order} variant="secondary" onChange={onChange} />
          <span className="text-sm text-muted">
            It becomes pending, and its next booking makes another parcel.
          </span>
        </div>
      )}
    </section>
  )
}

interface OneParcelProps extends Pick<ParcelsProps, 'onChange'> {
  parcel: OrderParcel
  isOneOf: number
}

function OneParcel({ parcel, isOneOf, onChange }: OneParcelProps) {
  const { nth, state, stateAt, reason, damaged, toCollect, paid, events, money, isCurrent } = parcel
  const name = formatParcel(parcel)
  /** In payments, above what was to be collected. */
  const overpaid = Math.max(paid - toCollect, 0)
  const request = isCurrent ? events.at(-1)?.undo : null
  return (
    <article
      aria-label={`Parcel ${nth}`}
      className="grid rounded-lg border border-line px-3 py-1 md:px-4"
    >
      <Line details={events.length > 0 && <Events parcel={parcel} />}>
        <strong>{parcelStateName(state)}</strong>
        {reasonAfterState(reason)}
        {damaged && <span className="font-semibold text-danger"> · Damaged</span>}
        {isOneOf > 1 && (
          <bdi className="[overflow-wrap:anywhere]">
            {' '}
            · Parcel {nth}, {name || 'no courier, no number'}
          </bdi>
        )}
        <span className="text-muted"> · {formatShortMoment(stateAt)}</span>
      </Line>
      {request && (
        <Button
          className="justify-self-start"
          about={parcelStateName(state)}
          onClick={() => void undoOf({ request }, onChange)()}
        >
          Undo
        </Button>
      )}
      <Line details={money.length > 0 && <Money parcel={parcel} />}>
        <span className="tabular-nums">
          {formatMoney(toCollect)} {collectedWord(state)} · {formatMoney(paid)} in payments
          {overpaid > 0 && (
            <strong className="text-danger"> · {formatMoney(overpaid)} more than to collect</strong>
          )}
        </span>
      </Line>
    </article>
  )
}

/** One line, which opens what it sums up. */
function Line({ details, children }: { details: ReactNode; children: ReactNode }) {
  if (!details) return <p className="py-2">{children}</p>
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2">{children}</summary>
      {details}
    </details>
  )
}

/** The word for the cash of a parcel. Nothing is to be collected of one that arrived, comes back or ended otherwise. */
function collectedWord(state: OrderParcel['state']): string {
  if (state === 'delivered') return 'collected'
  return [...ENDED, 'returning', 'cancelled'].includes(state) ? 'not collected' : 'to collect'
}

function Events({ parcel: { events } }: { parcel: OrderParcel }) {
  return (
    <ol className="grid gap-1 border-s border-line ps-4">
      {events.map(({ state, at, word, reason, statement }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may be alike, and none moves
        <li key={place}>
          {parcelStateName(state)}
          {reasonAfterState(reason)}
          {word && (
            <>
              {' '}
              (<bdi className="[overflow-wrap:anywhere]">{word}</bdi>)
            </>
          )}{' '}
          <span className="text-muted">
            · {formatShortMoment(at)}
            {statement !== null && (
              <>
                {' · '}
                <a href={paths.adminPayment(statement)} className="text-link">
                  the courier’s file
                </a>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What payments have of a parcel. */
function Money({ parcel: { nth, money } }: { parcel: OrderParcel }) {
  return (
    <ul aria-label={`Money of parcel ${nth}`} className="max-w-xl tabular-nums">
      {money.map(({ kind, amount, dated, statement }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none moves
        <li key={place} className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1">
          <span className="min-w-24">{MONEY_KINDS[kind]}</span>
          <a href={paths.adminPayment(statement)} className="text-link py-1">
            Payment
          </a>
          <span className="text-sm text-muted">{formatDate(dated)}</span>
          <span className="ms-auto">{formatMoney(amount)}</span>
        </li>
      ))}
      <li className="flex justify-between border-t border-edge py-1 font-semibold">
        <span>Together</span>
        <span>{formatMoney(sumOf(money))}</span>
      </li>
    </ul>
  )
}
