import { useStore } from '@nanostores/react'
import { BulkForm } from '#admin/dispatch/bulk/BulkForm.tsx'
import { BulkProgress } from '#admin/dispatch/bulk/BulkProgress.tsx'
import type { BulkStore } from '#admin/dispatch/bulk/bulk.store.ts'
import { isSaved } from '#admin/dispatch/row.ts'
import type { SelectionStore } from './selection.store.ts'

interface Props {
  bulk: BulkStore
  selection: SelectionStore
  onClose: () => void
}

/** The form for the selected orders; during and after a change, the result of each of its orders. */
export function BulkPanel({ bulk, selection, onClose }: Props) {
  const view = useStore(bulk.$bulk)
  const selected = useStore(selection.$selected)
  if (view.step !== 'choosing') {
    return (
      <BulkProgress
        view={view}
        bulk={bulk}
        onClose={() => {
          if (!view.isUndo) selection.remove(view.rows.filter(isSaved))
          bulk.close()
          onClose()
        }}
      />
    )
  }
  return selected.length > 0 && <BulkForm bulk={bulk} orders={selected} />
}
