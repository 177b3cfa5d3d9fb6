import type { OrderAdditions } from '#admin/order-page/desk-slot.ts'
import type { DispatchFormStore } from '#admin/order-page/dispatch-form.store.ts'
import type { ShownOrder } from '#admin/order-page/shown-order.ts'
import { CorrectOrder } from '#desk/order/CorrectionForm.tsx'
import { createCorrection } from '#desk/order/correction.store.ts'
import { Doubts } from '#desk/order/Doubts.tsx'
import { HelpRequest } from '#desk/order/HelpRequest.tsx'
import { NextStep } from '#desk/order/NextStep.tsx'
import { Notes } from '#desk/order/Notes.tsx'
import { createNotes } from '#desk/order/notes.store.ts'
import { Parcels } from '#desk/order/Parcels.tsx'
import { SendReplacement } from '#desk/order/SendReplacement.tsx'
import { createChats } from '#desk/reach/messages/chats.store.ts'
import { JoinOrders } from '#desk/reach/run/JoinOrders.tsx'
import { isErased, mayBeReplaced } from '#order/order.ts'
import { REPLACEMENT } from '#paths.ts'

/** The next step of an order, its correction and replacement, its parcels and notes. */
export default function createOrderAdditions(
  shown: ShownOrder,
  dispatch: DispatchFormStore,
): OrderAdditions {
  const load = shown.loadOwn
  const correction = createCorrection(shown)
  const notes = createNotes(shown.orderId, load)
  const chats = createChats({
    onTold(_, told) {
      if (told) shown.show({ told })
      // An order that was asked to confirm waits for the reply.
      void load()
    },
  })
  return {
    correction,
    next(found) {
      const help = <HelpRequest order={found.order} onChange={load} />
      if (isErased(found.order)) return help
      return (
        <>
          <NextStep found={found} chats={chats} dispatch={dispatch} onChange={load} />
          {help}
          <Doubts found={found} onChange={load} />
          <JoinOrders found={found} onChange={load} />
        </>
      )
    },
    correct: (order) => <CorrectOrder order={order} correction={correction} />,
    parcels: (found) => <Parcels found={found} onChange={load} />,
    notes: (found) => <Notes notes={found.notes} store={notes} />,
    sheet: (found) =>
      mayBeReplaced(found.order)
        ? {
            title: 'Send a Replacement',
            fragment: REPLACEMENT,
            content: <SendReplacement found={found} />,
          }
        : undefined,
    start: chats.start,
  }
}
