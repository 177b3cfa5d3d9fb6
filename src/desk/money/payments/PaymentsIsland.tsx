import { useStore } from '@nanostores/react'
import { ImportPanel } from '#desk/money/import/ImportPanel.tsx'
import { island } from '#kit/island/island.tsx'
import { PaymentList } from './PaymentList.tsx'
import { createPaymentsPage, type PaymentsPageStore } from './payments-page.store.ts'
import { UndoDialog } from './UndoDialog.tsx'

/** The import of a file, and what was saved. */
export const PaymentsIsland = island(PaymentsPage, createPaymentsPage)

function PaymentsPage({ store }: { store: PaymentsPageStore }) {
  const undone = useStore(store.acts.$undone)
  return (
    <div className="grid gap-6">
      <p role="status" className="empty:hidden">
        {undone}
      </p>
      <ImportPanel importing={store.importing} onUndo={store.acts.askToUndo} />
      <PaymentList store={store} />
      <UndoDialog acts={store.acts} />
    </div>
  )
}
