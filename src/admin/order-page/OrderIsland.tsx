import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { withChange } from '#admin/acts/dispatch.ts'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { PrintedOrder } from '#admin/print/PrintedOrder.tsx'
import { createPrinting } from '#admin/print/printing.store.ts'
import { island } from '#kit/island/island.tsx'
import { stopAll } from '#kit/remote/remote-store.ts'
import { isErased } from '#order/order.ts'
import { lastSegment } from '#paths.ts'
import { CustomerDetails } from './CustomerDetails.tsx'
import { DispatchForm } from './DispatchForm.tsx'
import { createOrderAdditions } from './desk-slot.ts'
import { LinesWithPrices } from './LinesWithPrices.tsx'
import { firstMore, MoreActs } from './MoreActs.tsx'
import { HeadingAhead, OrderHeading } from './OrderHeading.tsx'
import { ErasedNotice, Meanwhile, Restored } from './OrderNotices.tsx'
import { createOrderDetail } from './order-detail.store.ts'
import type { OrderWithHistory } from './order-with-history.ts'

export const OrderIsland = island(LoadedOrder, createOrderPage)

function createOrderPage() {
  const detail = createOrderDetail({
    typedId: lastSegment(location.pathname),
    createAdditions: createOrderAdditions,
  })
  return {
    ...detail,
    printing: createPrinting(),
    start: () => stopAll(detail.start(), detail.additions?.start() ?? (() => {})),
  }
}

type OrderPageStore = ReturnType<typeof createOrderPage>

/** Shows nothing of an unknown order: the page is on its way to the list. */
function LoadedOrder({ store }: { store: OrderPageStore }) {
  return (
    <RemoteView
      remote={store}
      name="order"
      heading={<HeadingAhead id={store.orderId} />}
      outline={<Outline />}
    >
      {(found) => found && <FoundOrderPage found={found} detail={store} />}
    </RemoteView>
  )
}

/** Where the parts of the page will stand. */
function Outline() {
  return (
    <div aria-hidden="true" className="mt-5 grid gap-5 *:rounded-lg *:bg-sand">
      <div className="h-30" />
      <div className="h-60" />
      <div className="h-40" />
    </div>
  )
}

/** What is next stands first, then what is in the parcel, where it goes, and where it is. */
function FoundOrderPage({ found, detail }: { found: OrderWithHistory; detail: OrderPageStore }) {
  const { dispatch, additions, printing, loadOwn } = detail
  const form = useStore(dispatch.$form)
  const order = withChange(found.order, form.row?.change ?? {})
  const sheet = additions?.sheet(found)
  const [more, setMore] = useState(() => firstMore(sheet))
  const isKnown = !isErased(order)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <OrderHeading order={order} found={found} onMore={() => setMore('menu')} />
        <PrintedJob printing={printing}>
          <PrintedOrder order={order} />
        </PrintedJob>
        {isKnown && <Meanwhile detail={detail} />}
        {isKnown && <Restored detail={detail} />}
      </div>
      {!isKnown && <ErasedNotice />}
      {additions?.next(found)}
      <LinesWithPrices order={order} />
      {isKnown && (
        <>
          <CustomerDetails found={{ ...found, order }}>{additions?.correct(order)}</CustomerDetails>
          <DispatchForm found={found} form={dispatch} onPrint={() => print()} />
        </>
      )}
      {additions?.parcels(found)}
      {isKnown && additions?.notes(found)}
      {more && (
        <MoreActs
          key={more}
          open={more}
          found={found}
          sheet={sheet}
          onOpen={setMore}
          onPrintSlip={() => {
            setMore(undefined)
            void printing.printSlips([order.id])
          }}
          onChange={loadOwn}
        />
      )}
    </div>
  )
}
