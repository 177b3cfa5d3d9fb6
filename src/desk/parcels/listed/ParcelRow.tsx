import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { formatContents } from '#admin/order/contents-text.ts'
import { formatParcel, parcelReasonName, parcelStateName } from '#admin/parcels/parcels.ts'
import { formatShortMoment, shortMomentWithin } from '#admin/short-moment.ts'
import { formatSum } from '#config/currency.ts'
import { useRowAct } from '#desk/acts/useRowAct.ts'
import type { Kept } from '#desk/lists/keep-places.ts'
import { pressAndStay } from '#desk/lists/press-and-stay.ts'
import { RowDone } from '#desk/lists/RowDone.tsx'
import { CHECK_IN_ACTS } from '#desk/parcels/scan/check-in-acts.ts'
import { kindOfParcel } from '#desk/reach/messages/message-kind.ts'
import { ReachOne } from '#desk/reach/messages/ReachOne.tsx'
import { Button } from '#kit/form/Button.tsx'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { capitalized } from '#kit/text.ts'
import { cashDue } from '#order/cash.ts'
import { formatPhone } from '#order/phone.ts'
import { paths } from '#paths.ts'
import type { ListedStore } from './listed.store.ts'
import {
  actsFor,
  formatDaysAgo,
  type ListedParcel,
  textForCourier,
  textToBringBack,
} from './listed.ts'

interface ParcelRowProps {
  row: Kept<ListedParcel>
  store: ListedStore
}

/** A parcel in two lines, with what is done about it. */
export function ParcelRow({ row, store }: ParcelRowProps) {
  const { orderId, state, reason, word, at, days, toldAt, order } = row
  const { fullName, city, phone } = order.shippingAddress
  const parcel = formatParcel(order)
  const due = cashDue(order)
  // A courier's word may be the state.
  const why = new Set([
    ...(state === 'lost' ? [parcelStateName(state)] : []),
    reason ? parcelReasonName(reason) : capitalized(word ?? 'no reason given'),
  ])
  const done = useStore(store.$done).get(orderId)
  const isDone = done !== undefined || row.isGone === true
  return (
    <TwoLineRow
      titleLines="all"
      title={
        <span className={`[overflow-wrap:anywhere] ${isDone ? 'line-through' : ''}`}>
          <a href={paths.adminOrder(orderId)} className="text-link font-semibold">
            {orderId}
          </a>{' '}
          <bdi>{fullName}</bdi>
        </span>
      }
      figure={
        days > 0 && <span className={days > 2 ? 'text-danger' : ''}>{formatDaysAgo(days)}</span>
      }
    >
      <p className="[overflow-wrap:anywhere]">
        <bdi className="font-medium text-ink">{[...why].join(' · ')}</bdi> ·{' '}
        {formatContents(order.items)} · <bdi>{city}</bdi> ·{' '}
        <bdi dir="ltr">{formatPhone(phone)}</bdi>
        {parcel && (
          <>
            {' '}
            · <bdi>{parcel}</bdi>
          </>
        )}
        {due > 0 && ` · ${formatSum(due)}`} · {formatShortMoment(at)}{' '}
        {toldAt && (
          <span className="whitespace-nowrap text-forest">
            ✓ Customer told {shortMomentWithin(toldAt)}
          </span>
        )}
      </p>
      {/* As high as it was: what is done is shown in the place of the buttons. */}
      <div className="grid items-end *:[grid-area:1/1]">
        {isDone && (
          <div className="flex min-h-touch flex-wrap items-center gap-x-4">
            {done ? (
              <>
                <RowDone
                  done={CHECK_IN_ACTS[done.press]}
                  isBusy={false}
                  onUndo={(event) => void pressAndStay(event, () => store.undo(orderId))}
                />
                {state === 'attempt_failed' && <span>Now tell the courier.</span>}
                {done.press === 'try_again' && (
                  <CopyForCourier id={orderId} text={textForCourier(order)} />
                )}
                {done.press === 'bring_back' && (
                  <CopyForCourier id={orderId} text={textToBringBack(order)} />
                )}
              </>
            ) : (
              'Not here now'
            )}
          </div>
        )}
        <div className={isDone ? 'invisible' : ''}>
          <Acts row={row} store={store} />
        </div>
      </div>
    </TwoLineRow>
  )
}

function Acts({ row, store }: ParcelRowProps) {
  const { orderId, reason, order, state } = row
  const { isBusy, press } = useRowAct('Error saving what is done about a parcel')
  const [isAwaited, setAwaited] = useState(false)
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 text-base">
      {store.stage === 'not_delivered' && (
        <ReachOne
          kind={kindOfParcel(state)}
          found={{ order, told: order.told }}
          reason={reason}
          chats={store.chats}
          isListed
        />
      )}
      {state === 'attempt_failed' && <CopyForCourier id={orderId} text={textForCourier(order)} />}
      {actsFor(row).map((act) => (
        <Button
          key={act}
          className="px-4!"
          isBusy={isBusy}
          about={orderId}
          onClick={(event) =>
            void pressAndStay(event, () =>
              press(
                'check_in',
                { id: orderId, act },
                (result) => store.note(orderId, act, result),
                act,
              ),
            )
          }
        >
          {CHECK_IN_ACTS[act]}
        </Button>
      ))}
      {state === 'returned' && (
        <Button
          className="px-4! aria-pressed:bg-sand"
          about={orderId}
          aria-pressed={isAwaited}
          onClick={() => setAwaited(!isAwaited)}
        >
          Not here yet
        </Button>
      )}
      <p role="status" className="basis-full empty:hidden">
        {isAwaited && 'It stays in this list until you say more.'}
      </p>
    </div>
  )
}

function CopyForCourier({ id, text }: { id: string; text: string }) {
  return (
    <CopyButton name="Text for the courier" text={text}>
      Copy for the courier<span className="sr-only"> about {id}</span>
    </CopyButton>
  )
}
