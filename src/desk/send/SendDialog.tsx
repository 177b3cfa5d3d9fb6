import { useStore } from '@nanostores/react'
import { $couriers, courierName, courierOptions } from '#admin/order/couriers.ts'
import { formatCount, type OrderSummary } from '#admin/order/orders.ts'
import { type AskedReason, isAsked, REASON_COUNTS, reasonsLeft } from '#admin/order/packing.ts'
import {
  LEFT_OUT_WORDS,
  type LeftOutReason,
  type MadeBatch,
  type Packable,
  type StoppedOrder,
} from '#desk/sheets/batches/batches.ts'
import { countPackable, stoppedBy } from '#desk/sheets/batches/packable.ts'
import type { SheetView } from '#desk/sheets/batches/sheet.store.ts'
import { UnknownCities } from '#desk/sheets/batches/UnknownCities.tsx'
import { buttonClass } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Select } from '#kit/form/Select.tsx'
import { useTicks } from '#kit/form/useTicks.ts'
import { formatMoney } from '#kit/money.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { paths } from '#paths.ts'
import type { SendStore } from './send.store.ts'

const NONE: Packable = { groups: [], stopped: [] }

/** Asks before orders leave, and stays until the page of their batch opens. */
export function SendDialog({ send }: { send: SendStore }) {
  const view = useStore(send.sheet.$sheet)
  const remote = useStore(send.packable.$remote)
  const orders = useStore(send.$orders)
  const chosen = useStore(send.$courier)
  const couriers = useStore($couriers)
  const courier = courierName(chosen)
  const [included, toggle] = useTicks<AskedReason>()
  const include = [...included]
  const packable = remote.state === 'ready' ? remote.value : NONE
  /** Others go with them only where all that may leave are ticked. */
  const mayInclude = orders.length >= countPackable(packable.groups, [])
  const count = include.length > 0 ? countPackable(packable.groups, include) : orders.length
  const isBusy = ['checking', 'booking', 'loading'].includes(view.step)
  const isAsking = view.step === 'idle' && remote.state === 'ready'

  return (
    <ConfirmDialog
      title={titleOf(view) ?? `Send ${count} with ${courier}?`}
      action={
        view.step === 'lost' || view.step === 'failed'
          ? 'Retry'
          : isAsking || isBusy
            ? `Send ${count} with ${courier}`
            : undefined
      }
      back={view.step === 'done' || view.step === 'nothing' ? 'Close' : 'Cancel'}
      isBusy={isBusy}
      problem={problemOf(view) ?? (remote.state === 'failed' ? tryAgain(remote.error) : undefined)}
      onConfirm={() => {
        if (view.step === 'failed' && view.made) void send.sheet.makeAgain(view.made)
        else if (view.step === 'lost') void send.sheet.retry()
        else void send.send(include)
      }}
      onClose={send.close}
    >
      <p role="status" className="empty:hidden">
        {remote.state === 'loading' && 'Looking what may leave...'}
        {view.step === 'booking' && 'Booking the orders...'}
        {view.step === 'loading' && 'Making the file...'}
      </p>
      {isAsking && (
        <>
          <Select
            label="Courier"
            isInline
            value={chosen}
            options={courierOptions(couriers, chosen)}
            onChange={send.chooseCourier}
          />
          <Question
            packable={packable}
            orders={orders}
            included={included}
            toggle={mayInclude ? toggle : undefined}
          />
        </>
      )}
      {view.step === 'cities' && (
        <UnknownCities key={view.made.batch.id} view={view} sheet={send.sheet} />
      )}
      {(view.step === 'done' || view.step === 'nothing') && <Result view={view} />}
    </ConfirmDialog>
  )
}

interface QuestionProps {
  packable: Packable
  /** The ticked ones. */
  orders: readonly OrderSummary[]
  included: ReadonlySet<AskedReason>
  /** Undefined where no others can be included. */
  toggle: ((reason: AskedReason) => void) | undefined
}

/** How much cash the ticked orders bring, and what stays and why, by name. */
function Question({ packable: { groups, stopped }, orders, included, toggle }: QuestionProps) {
  const cash = orders.reduce((sum, { total, advance }) => sum + total - advance, 0)
  /** What is left out in any case is not offered for another reason as well. */
  const mayLeave = (one: Pick<StoppedOrder, 'reasons'>) => reasonsLeft(one.reasons).every(isAsked)
  const stays = [
    ...stoppedBy(groups, stopped).filter(({ reason }) => !isAsked(reason)),
    ...stoppedBy(groups.filter(mayLeave), stopped.filter(mayLeave)),
  ]
  return (
    <>
      <p>
        {orders.length} confirmed, {formatMoney(cash)} to collect.
      </p>
      <ul className="grid gap-1">
        {stays.map(({ reason, orders, named }) => (
          <li key={reason}>
            {isAsked(reason) && toggle ? (
              <Checkbox checked={included.has(reason)} onChange={() => toggle(reason)}>
                {orders} {REASON_COUNTS[reason]}: include?
              </Checkbox>
            ) : (
              <p>
                {orders} {REASON_COUNTS[reason]}: left out.
              </p>
            )}
            <p className="text-sm text-muted">
              <bdi>{named.map(({ id, fullName }) => `${fullName} (${id})`).join(', ')}</bdi>
              {orders > named.length && ` and ${orders - named.length} more`}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

const LEFT_OUT = { ...LEFT_OUT_WORDS, exported: 'in other parcels already' }

/** What was not sent after all, and the way to what was. */
function Result({ view }: { view: Extract<SheetView, { step: 'done' | 'nothing' }> }) {
  const { made } = view
  const elsewhere = view.step === 'done' ? view.elsewhere : []
  return (
    <>
      <ul className="grid gap-1">
        {leftOutOf(made).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {elsewhere.length > 0 && (
          <li>Not in the file, because you left out their city: {elsewhere.join(', ')}.</li>
        )}
      </ul>
      {made.batch && (
        <a href={paths.adminBatch(made.batch.id)} className={buttonClass('primary')}>
          Open the parcels
        </a>
      )}
    </>
  )
}

function leftOutOf({ leftOut }: Pick<MadeBatch, 'leftOut'>): string[] {
  return (Object.keys(LEFT_OUT) as LeftOutReason[]).flatMap((reason) => {
    const ids = leftOut.filter((one) => one.reason === reason).map(({ id }) => id)
    return ids.length > 0 ? `Not sent, since ${LEFT_OUT[reason]}: ${ids.join(', ')}.` : []
  })
}

function titleOf(view: SheetView): string | undefined {
  switch (view.step) {
    case 'cities':
      return 'Which city is it?'
    case 'nothing':
      return 'Nothing was sent'
    case 'done':
      return `${formatCount(view.count)} sent`
    default:
      return undefined
  }
}

function problemOf(view: SheetView): string | undefined {
  switch (view.step) {
    case 'lost':
      return 'No response came: the orders may be booked or not. Retry books them once.'
    case 'failed':
      return view.made
        ? `They are booked, but their file could not be made. ${tryAgain(view.error)}`
        : `Nothing is booked. ${tryAgain(view.error)}`
    case 'refused':
      return view.problem
    default:
      return undefined
  }
}
