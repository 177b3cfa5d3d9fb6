import { useStore } from '@nanostores/react'
import { EraseCustomer } from '#admin/customers/EraseCustomer.tsx'
import { amountToPayBack, cashDue } from '#admin/order/cash.ts'
import { endReasonName } from '#admin/order/confirmation.ts'
import { formatDifference } from '#admin/order/differences.ts'
import { OUTCOME_NAMES } from '#admin/order/order-filter.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { BackToOrders } from '#admin/place/BackToOrders.tsx'
import { PrintOrder } from '#admin/print/PrintOrder.tsx'
import { withChange } from '#desk/acts/dispatch.ts'
import { ConfirmationPanel } from '#desk/reach/run/ConfirmationPanel.tsx'
import { JoinOrders } from '#desk/reach/run/JoinOrders.tsx'
import { createTelling } from '#desk/reach/run/telling.store.ts'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { stopAll } from '#kit/remote/remote-store.ts'
import { countOf } from '#kit/text.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { isErased, type Order } from '#order/order.ts'
import { countUnits } from '#order/order-lines.ts'
import { Parcel } from '#order/view/Parcel.tsx'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { lastSegment, paths } from '#paths.ts'
import { CorrectOrder } from './CorrectionForm.tsx'
import { CustomerDetails } from './CustomerDetails.tsx'
import { CustomerWishes } from './CustomerWishes.tsx'
import { DispatchForm } from './DispatchForm.tsx'
import { History } from './History.tsx'
import { LinesWithPrices } from './LinesWithPrices.tsx'
import { MarkedNotice } from './MarkedNotice.tsx'
import { Notes } from './Notes.tsx'
import { DeleteOrder } from './OrderActs.tsx'
import { createOrderDetail, type OrderDetailStore } from './order-detail.store.ts'
import { Parcels } from './Parcels.tsx'
import { SendReplacement } from './SendReplacement.tsx'

export const OrderIsland = island(LoadedOrder, createOrderPage)

function createOrderPage() {
  const detail = createOrderDetail({ typedId: lastSegment(location.pathname) })
  const telling = createTelling({
    onTold(_, told) {
      if (told) detail.showTold(told)
      // An order that was asked to confirm waits for the reply.
      void detail.load()
    },
  })
  return { ...detail, telling, start: () => stopAll(detail.start(), telling.start()) }
}

type OrderPageStore = ReturnType<typeof createOrderPage>

/** Shows nothing of an unknown order: the page is on its way to the list. */
function LoadedOrder({ store }: { store: OrderPageStore }) {
  return (
    <RemoteView remote={store} name="order">
      {(found) => found && <FoundOrderPage found={found} detail={store} />}
    </RemoteView>
  )
}

function FoundOrderPage({ found, detail }: { found: OrderInFull; detail: OrderPageStore }) {
  const { dispatch, correction, notes } = detail
  const { row } = useStore(dispatch.$form)
  const order = withChange(found.order, row?.change ?? {})
  return (
    <div className="grid grid-cols-1 gap-5 md:gap-8">
      <OrderHeading order={order} found={found} />
      {!isErased(order) && <MarkedNotice found={found} onChange={detail.load} />}
      <CustomerWishes order={order} onChange={detail.load} />
      {isErased(order) ? (
        <ErasedNotice />
      ) : (
        <>
          <div>
            <Meanwhile detail={detail} />
            <Restored detail={detail} />
            <DispatchForm found={found} form={dispatch} />
          </div>
          <CustomerDetails found={{ ...found, order }} telling={detail.telling} />
          <ConfirmationPanel found={found} onChange={detail.load} />
          <JoinOrders found={found} onChange={detail.load} />
          <CorrectOrder order={found.order} correction={correction} />
        </>
      )}
      {['shipped', 'delivered'].includes(order.status) && !isErased(order) && (
        <SendReplacement found={found} />
      )}
      <LinesWithPrices order={order} />
      <Parcels found={found} onChange={detail.load} />
      {!isErased(order) && <Notes notes={found.notes} store={notes} />}
      <History found={found} />
      {!isErased(order) && (
        <p data-no-print>
          <EraseCustomer
            fullName={order.shippingAddress.fullName}
            whose={{ order: order.id }}
            onErased={() => void detail.load()}
          />
        </p>
      )}
      {found.mayBeDeleted && <DeleteOrder order={found.order} onChange={detail.load} />}
    </div>
  )
}

/** What another tab, another admin or the customer changed while something was typed here. */
function Meanwhile({ detail }: { detail: OrderDetailStore }) {
  const differences = useStore(detail.$meanwhile)
  return (
    <div role="alert">
      {differences && (
        <div className="mb-4 grid gap-1 rounded-lg border border-amber p-4">
          <p className="font-semibold">
            This order changed meanwhile{differences.length > 0 ? ':' : '.'}
          </p>
          {differences.length > 0 && (
            <ul>
              {differences.map((difference) => (
                <li key={difference.label}>
                  <UntrustedText isWhole>{formatDifference(difference)}</UntrustedText>
                </li>
              ))}
            </ul>
          )}
          <p>
            The page shows the new order. What you typed is still here: check it and save again.
          </p>
        </div>
      )}
    </div>
  )
}

/** What was typed before a reload, and is not saved. */
function Restored({ detail }: { detail: OrderDetailStore }) {
  const restored = useStore(detail.$restored)
  return (
    <div role="status">
      {restored && (
        <div className="mb-4 grid justify-items-start gap-2 rounded-lg border border-amber p-4">
          <p>
            {restored === 'changed'
              ? 'This order changed since you typed here. What you typed is filled in again: compare it with the order before you save.'
              : 'What you typed here before is filled in again, and not saved yet.'}
          </p>
          <Button variant="secondary" onClick={detail.discardTyped}>
            Discard What I Typed
          </Button>
        </div>
      )}
    </div>
  )
}

function OrderHeading({ order, found }: { order: Order; found: OrderInFull }) {
  const { id, date, status, outcome, replaces } = order
  const { endReason, replacedBy } = found
  return (
    <div>
      <BackToOrders />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h2 [overflow-wrap:anywhere]">
          Order <span className="font-body">{id}</span>
        </h1>
        <StatusBadge status={status} />
        {outcome && <span className="font-medium">{OUTCOME_NAMES[outcome]}</span>}
        {endReason && <span className="text-muted">{endReasonName(endReason)}</span>}
        <CopyButton name="Order ID" text={id}>
          Copy Order ID
        </CopyButton>
        <PrintOrder order={order} />
      </div>
      <p className="mt-2 text-muted">{formatMoment(date)}</p>
      {replaces && (
        <p className="font-medium">
          A replacement for order <OrderLink id={replaces} />
        </p>
      )}
      {replacedBy && (
        <p className="font-medium">
          Items of it are replaced by order <OrderLink id={replacedBy} />
        </p>
      )}
      {!isErased(order) && (
        <p className="[overflow-wrap:anywhere]">
          <bdi>{order.shippingAddress.fullName}</bdi> · <bdi>{order.shippingAddress.city}</bdi> ·{' '}
          {countOf(countUnits(order.items), 'unit')} · <CashDue order={order} />
        </p>
      )}
      <Parcel order={order} />
    </div>
  )
}

function OrderLink({ id }: { id: string }) {
  return (
    <a href={paths.adminOrder(id)} className="text-link inline-flex min-h-touch items-center">
      {id}
    </a>
  )
}

/** What is still to be collected, or to be paid back. */
function CashDue({ order }: { order: Order }) {
  const [due, owed] = [cashDue(order), amountToPayBack(order)]
  if (owed > 0) return <strong>{formatMoney(owed)} in advance to pay back</strong>
  if (due === 0) return <>nothing to collect</>
  return (
    <>
      <strong>{formatMoney(due)}</strong> to collect
    </>
  )
}

function ErasedNotice() {
  return (
    <p role="status" className="rounded-lg border border-line p-4">
      The personal data of this order has been erased. What was bought, its sums and its dates are
      kept, and nothing of it can be changed any more.
    </p>
  )
}
