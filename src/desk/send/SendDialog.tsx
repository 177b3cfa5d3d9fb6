import { useStore } from '@nanostores/react'
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx'
import { Select } from '#admin/kit/Select.tsx'
import { useTicks } from '#admin/kit/useTicks.ts'
import { MAX_NAMES, OrderLinks } from '#admin/order/OrderLinks.tsx'
import { isAsked, type PackingReason, REASON_COUNTS } from '#admin/order/packing.ts'
import { $couriers, courierName, courierOptions } from '#admin/parcels/couriers.ts'
import { BatchFile } from '#desk/sheets/batches/BatchFile.tsx'
import type { FileView } from '#desk/sheets/batches/batch-file.store.ts'
import { BATCH_SIZE } from '#desk/sheets/batches/batches.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { LIST_LOCALE } from '#kit/locale.ts'
import { formatMoney } from '#kit/money.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { countOf } from '#kit/text.ts'
import { leaving, type PackableOrder, stoppedBy } from './packable.ts'
import type { LeftOutReason, SendStore, SendView } from './send.store.ts'

/** Asks before orders leave, and stays until the page of their batch opens, as its only way out then. */
export function SendDialog({ send }: { send: SendStore }) {
  const { step } = useStore(send.$send)
  return step === 'closed' ? null : <OpenDialog send={send} />
}

function OpenDialog({ send }: { send: SendStore }) {
  const view = useStore(send.$send)
  const file = useStore(send.file.$file)
  const courier = courierName(useStore(send.$courier))
  const [included, toggle] = useTicks<string>()
  const { title, problem, retry, count = 0 } = sayingOf(view, file, send, included)
  const mayAct = count > 0 && count <= BATCH_SIZE
  return (
    <ConfirmDialog
      title={title ?? (count > 0 ? `Send ${countOf(count, 'order')}?` : 'None of them may leave')}
      action={retry ? 'Retry' : mayAct ? `Send ${count} with ${courier}` : undefined}
      back={view.step !== 'booked' ? 'Cancel' : view.batch ? 'Open the parcels' : 'Close'}
      isBackNext={view.step === 'booked' && file.step === 'done'}
      isBusy={view.step === 'looking' || view.step === 'booking'}
      problem={count > BATCH_SIZE ? TOO_MANY : problem}
      onConfirm={() => void (retry ? retry() : send.send(included))}
      onClose={send.close}
    >
      <p role="status" className="empty:hidden">
        {view.step === 'looking' && 'Looking what may leave...'}
        {view.step === 'booking' && 'Booking the orders...'}
      </p>
      {view.step === 'asking' && (
        <Question send={send} packable={view.packable} included={included} toggle={toggle} />
      )}
      {view.step === 'booked' && (
        <>
          <BatchFile file={send.file} />
          <OrderLinks orders={view.leftOut.map(({ id, reason }) => ({ id, why: WORDS[reason] }))}>
            Not sent:
          </OrderLinks>
        </>
      )}
    </ConfirmDialog>
  )
}

interface QuestionProps {
  send: SendStore
  packable: readonly PackableOrder[]
  included: ReadonlySet<string>
  toggle: (key: string) => void
}

/** How much cash the orders bring, and which stay and why, by name. */
function Question({ send, packable, included, toggle }: QuestionProps) {
  const courier = useStore(send.$courier)
  const couriers = useStore($couriers)
  const orders = leaving(packable, included)
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
        {stoppedBy(packable).map(({ key, reasons, orders }) => (
          <li key={key}>
            {reasons.every(isAsked) ? (
              <Checkbox checked={included.has(key)} onChange={() => toggle(key)}>
                {orders.length} {wordsOf(reasons)}: include?
              </Checkbox>
            ) : (
              <p>
                {orders.length} {wordsOf(reasons)}: left out.
              </p>
            )}
            <OrderLinks orders={orders} most={MAX_NAMES} className="text-sm" />
          </li>
        ))}
      </ul>
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

function wordsOf(reasons: readonly PackingReason[]): string {
  return new Intl.ListFormat(LIST_LOCALE).format(reasons.map((reason) => WORDS[reason]))
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
  included: ReadonlySet<string>,
): Saying {
  switch (view.step) {
    case 'looking':
      return { count: view.orders.length }
    case 'asking':
      return { count: leaving(view.packable, included).length }
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
