import { useStore } from '@nanostores/react'
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx'
import { Select } from '#admin/kit/Select.tsx'
import { useTicks } from '#admin/kit/useTicks.ts'
import { OrderLinks } from '#admin/order/OrderLinks.tsx'
import { type AskedReason, isAsked, REASON_COUNTS } from '#admin/order/packing.ts'
import { $couriers, courierName, courierOptions } from '#admin/parcels/couriers.ts'
import { BatchFile } from '#desk/sheets/batches/BatchFile.tsx'
import type { FileView } from '#desk/sheets/batches/batch-file.store.ts'
import { BATCH_SIZE } from '#desk/sheets/batches/batches.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { formatMoney } from '#kit/money.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { leaving, type PackableOrder, stoppedBy } from './packable.ts'
import type { LeftOutReason, SendStore, SendView } from './send.store.ts'

/** Asks before orders leave, and stays until the page of their batch opens. */
export function SendDialog({ send }: { send: SendStore }) {
  const { step } = useStore(send.$send)
  return step === 'closed' ? null : <OpenDialog send={send} />
}

function OpenDialog({ send }: { send: SendStore }) {
  const view = useStore(send.$send)
  const file = useStore(send.file.$file)
  const courier = courierName(useStore(send.$courier))
  const [included, toggle] = useTicks<AskedReason>()
  const include = [...included]
  const { title, problem, retry, count = 0 } = sayingOf(view, file, send, include)
  const mayAct = count > 0 && count <= BATCH_SIZE
  return (
    <ConfirmDialog
      title={title ?? (count > 0 ? `Send ${countOf(count, 'order')}?` : 'None of them may leave')}
      action={retry ? 'Retry' : mayAct ? `Send ${count} with ${courier}` : undefined}
      back={view.step === 'booked' ? 'Close' : 'Cancel'}
      isBusy={view.step === 'looking' || view.step === 'booking'}
      problem={count > BATCH_SIZE ? TOO_MANY : problem}
      onConfirm={() => void (retry ? retry() : send.send(include))}
      onClose={send.close}
    >
      <p role="status" className="empty:hidden">
        {view.step === 'looking' && 'Looking what may leave...'}
        {view.step === 'booking' && 'Booking the orders...'}
      </p>
      {view.step === 'asking' && (
        <Question send={send} packable={view.packable} included={included} toggle={toggle} />
      )}
      {view.step === 'booked' && <Result send={send} view={view} />}
    </ConfirmDialog>
  )
}

interface QuestionProps {
  send: SendStore
  packable: readonly PackableOrder[]
  included: ReadonlySet<AskedReason>
  toggle: (reason: AskedReason) => void
}

/** How much cash the orders bring, and which stay and why, by name. */
function Question({ send, packable, included, toggle }: QuestionProps) {
  const courier = useStore(send.$courier)
  const couriers = useStore($couriers)
  const orders = leaving(packable, [...included])
  const toCollect = orders.reduce((sum, order) => sum + order.toCollect, 0)
  return (
    <>
      <Select
        label="Courier"
        isInline
        value={courier}
        options={courierOptions(couriers, courier)}
        onChange={send.chooseCourier}
      />
      <p aria-live="polite">
        {countOf(orders.length, 'order')}, {formatMoney(toCollect)} to collect.
      </p>
      <ul className="grid gap-1 empty:hidden">
        {stoppedBy(packable).map(({ reason, orders }) => (
          <li key={reason}>
            {isAsked(reason) ? (
              <Checkbox checked={included.has(reason)} onChange={() => toggle(reason)}>
                {orders.length} {WORDS[reason]}: include?
              </Checkbox>
            ) : (
              <p>
                {orders.length} {WORDS[reason]}: left out.
              </p>
            )}
            <OrderLinks orders={orders} most={MAX_NAMES} className="text-sm" />
          </li>
        ))}
      </ul>
    </>
  )
}

/** How many orders of a reason are named. */
const MAX_NAMES = 8

interface ResultProps {
  send: SendStore
  view: Extract<SendView, { step: 'booked' }>
}

/** How far the file is, what was not sent after all, and the way to what was. */
function Result({ send, view: { batch, leftOut } }: ResultProps) {
  const { step } = useStore(send.file.$file)
  return (
    <>
      <BatchFile file={send.file} />
      <OrderLinks orders={leftOut.map(({ id, reason }) => ({ id, why: WORDS[reason] }))}>
        Not sent:
      </OrderLinks>
      {batch && (
        <a
          href={paths.adminBatch(batch.id)}
          className={buttonClass(step === 'done' ? 'primary' : 'secondary')}
        >
          Open the parcels
        </a>
      )}
    </>
  )
}

/** Why orders stay, after how many or which. */
const WORDS: Record<LeftOutReason, string> = {
  ...REASON_COUNTS,
  exported: 'sent already',
  closed: 'delivered or cancelled',
  not_found: 'not found',
}

interface Saying {
  /** Without one it asks what the button does. */
  title?: string
  problem?: string
  /** What the button does in place of sending. */
  retry?: () => Promise<void>
  /** How many leave by the button. */
  count?: number
}

function sayingOf(
  view: SendView,
  file: FileView,
  { ask, retry }: SendStore,
  include: readonly AskedReason[],
): Saying {
  switch (view.step) {
    case 'looking':
      return { count: view.orders.length }
    case 'asking':
      return { count: leaving(view.packable, include).length }
    case 'booking':
      // None of a retry, which books what had no response.
      return view.count > 0 ? { count: view.count } : { title: 'Were they booked?' }
    case 'lost':
      return {
        title: 'Were they booked?',
        problem: 'They may be booked or not. Retry books them once.',
        retry,
      }
    case 'failed':
      return {
        title: 'Nothing is booked',
        problem: tryAgain(view.error),
        retry: () => ask(view.orders, view.isAgain),
      }
    case 'refused':
      return {
        title: 'Nothing is booked',
        problem: 'The shop does not know this courier any more. Please reload the page.',
      }
    case 'booked':
      if (!view.batch) return { title: 'Nothing was sent' }
      return { title: file.step === 'done' ? 'The file is downloaded' : 'Booked: the file is next' }
    default:
      return {}
  }
}

const TOO_MANY = `At most ${BATCH_SIZE} leave at once. Please tick or include fewer.`
