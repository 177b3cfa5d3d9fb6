import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { formatContents } from '#admin/order/contents-text.ts'
import { OUTCOME_NAMES } from '#admin/order/ending.ts'
import { formatSum } from '#config/currency.ts'
import { createDoneRows } from '#desk/acts/done-rows.store.ts'
import { useRowAct } from '#desk/acts/useRowAct.ts'
import { Button } from '#kit/form/Button.tsx'
import { capitalized } from '#kit/text.ts'
import { sumsAfterTotal } from '#order/cash.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { type BatchRow, isHere, isOpenRow } from './batch-rows.ts'

interface BatchOrdersProps {
  rows: readonly BatchRow[]
  isUndone: boolean
  onChange: () => Promise<void>
}

/** Each with all that tells its parcel from the others, on as many lines as that takes. A press anywhere opens it. */
export function BatchOrders({ rows, isUndone, onChange }: BatchOrdersProps) {
  const isNumbered = rows.some(({ order }) => order.trackingNumber)
  const { isBusy, press } = useRowAct('Error changing a batch')
  const [leftOut] = useState(() => createDoneRows<typeof LEFT_OUT>(onChange))
  const done = useStore(leftOut.$done)
  const last = [...done.keys()].at(-1)
  const button = (id: string, name: string, onClick: () => void) => (
    <Button
      variant="quiet"
      className="relative -me-2 px-2! text-sm"
      about={id}
      isBusy={isBusy}
      onClick={onClick}
    >
      {name}
    </Button>
  )
  /** The order has no courier and no number again, and waits to be packed. Undo is there on this page. */
  function buttonOf(row: BatchRow): ReactNode {
    const { id, version } = row.order
    if (row.leftAt !== null && done.has(id)) return button(id, 'Undo', () => void leftOut.undo(id))
    if (isUndone || !isHere(row)) return null
    const change = { id, version, courier: null, trackingNumber: null }
    return button(id, 'Don’t send', () => {
      void press('book', change, (result) => leftOut.note(id, LEFT_OUT, result))
    })
  }
  return (
    <>
      <p role="status" className="sr-only">
        {last && `${last} is ${LEFT_OUT}`}
      </p>
      <ol aria-label="Orders of these parcels" className="border-t border-line">
        {rows.map((row, nth) => (
          <BatchOrderRow key={row.order.id} row={row} place={nth + 1} isNumbered={isNumbered}>
            {buttonOf(row)}
          </BatchOrderRow>
        ))}
      </ol>
    </>
  )
}

const LEFT_OUT = 'not sent: it waits to be packed'

interface BatchOrderRowProps {
  row: BatchRow
  /** In the sheet and the pile of slips. */
  place: number
  /** Whether any order of the batch has its number: then it is said of the others that they have none. */
  isNumbered: boolean
  children: ReactNode
}

function BatchOrderRow({ row, place, isNumbered, children }: BatchOrderRowProps) {
  const { order, differences } = row
  const { id, status, outcome, items, trackingNumber, shippingAddress } = order
  return (
    <li className="relative flex gap-x-3 border-b border-line py-1 hover:bg-sand">
      <span className="w-7 shrink-0 text-end text-muted tabular-nums">{place}</span>
      <div className={`min-w-0 flex-1 ${isOpenRow(row) ? '' : 'text-muted'}`}>
        <p className="[overflow-wrap:anywhere]">
          <a
            href={paths.adminOrder(id)}
            className="text-link font-semibold whitespace-nowrap after:absolute after:inset-0"
          >
            {id}
          </a>{' '}
          <bdi>{shippingAddress.fullName}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm [overflow-wrap:anywhere]">
          <StatusBadge status={status} isSmall />
          {trackingNumber ? (
            <bdi dir="ltr" className="min-w-0 font-medium tabular-nums">
              {trackingNumber}
            </bdi>
          ) : (
            isNumbered && <span className="font-medium text-amber">No number</span>
          )}
          <span className="min-w-0 text-muted">
            {outcome && `${OUTCOME_NAMES[outcome]} · `}
            {formatContents(items)} · <bdi>{shippingAddress.city}</bdi>
          </span>
        </p>
        {differences.length > 0 && (
          <p className="text-sm text-amber">{capitalized(differences.join('; '))}</p>
        )}
      </div>
      {/* Beside each other where there is room. */}
      <div className="flex flex-col items-end sm:flex-row sm:items-center sm:gap-3">
        <Cash row={row} />
        {children}
      </div>
    </li>
  )
}

/** What the courier collects, or has collected. Nothing comes of what does not arrive, nor with these of what left them. */
function Cash({ row: { order, leftAt } }: { row: BatchRow }) {
  const cash = !leftAt && sumsAfterTotal(order).find(({ name }) => name !== 'advance')
  return cash && cash.amount > 0 ? (
    <span className="whitespace-nowrap tabular-nums">{formatSum(cash.amount)}</span>
  ) : (
    <span className="max-w-20 text-end text-sm text-muted">
      {order.parcelState === 'lost' ? 'Lost: nothing to collect' : 'Nothing to collect'}
    </span>
  )
}
