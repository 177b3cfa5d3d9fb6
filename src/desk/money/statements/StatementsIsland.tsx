import { useStore } from '@nanostores/react'
import { island } from '#kit/island/island.tsx'
import { ImportPanel } from './ImportPanel.tsx'
import { StatementList } from './StatementList.tsx'
import { createStatementsPage, type StatementsPageStore } from './statements-page.store.ts'
import { UndoDialog } from './UndoDialog.tsx'

export const StatementsIsland = island(StatementsPage, createStatementsPage)

/** The import of a file, and what was applied. */
function StatementsPage({ store }: { store: StatementsPageStore }) {
  const undone = useStore(store.acts.$undone)
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <h1 className="text-h3">Statements</h1>
        <p role="status" className="empty:hidden">
          {undone}
        </p>
        <ImportPanel importing={store.importing} acts={store.acts} />
      </div>
      <StatementList store={store} />
      <UndoDialog acts={store.acts} />
    </div>
  )
}
