import { useStore } from '@nanostores/react'
import { ImportPanel } from '#desk/money/import/ImportPanel.tsx'
import { island } from '#kit/island/island.tsx'
import { PaymentList } from './PaymentList.tsx'
import { createPaymentsPage, type PaymentsPageStore } from './payments-page.store.ts'
import { useUndo } from './useUndo.tsx'

/** The import of a file, and what was saved. */
export const PaymentsIsland = island(PaymentsPage, createPaymentsPage)

function PaymentsPage({ store }: { store: PaymentsPageStore }) {
  const { acts, importing, list } = store
  const shown = useStore(list.$remote)
  const payments = shown.state === 'ready' ? shown.value.rows : []
  const [undoing, askToUndo] = useUndo(acts)
  return (
    <div className="grid gap-6">
      {undoing}
      <ImportPanel importing={importing} payments={payments} onUndo={askToUndo} />
      <PaymentList store={store} onUndo={askToUndo} />
    </div>
  )
}
