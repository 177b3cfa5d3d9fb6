import { useStore } from '@nanostores/react'
import type { SelectionStore } from '../list/selection.store.ts'
import { BulkForm } from './BulkForm.tsx'
import { BulkProgress } from './BulkProgress.tsx'
import type { BulkStore } from './bulk.store.ts'

interface Props {
  bulk: BulkStore
  selection: SelectionStore
}

/** Sets one status for the selected orders, then shows the result of each. */
export function BulkPanel({ bulk, selection }: Props) {
  const view = useStore(bulk.$bulk)
  const selected = useStore(selection.$selected)
  if (view.step !== 'choosing') {
    return (
      <BulkProgress
        view={view}
        onRetry={() => void bulk.retry()}
        onClose={() => {
          selection.remove(view.lines.filter(({ outcome }) => outcome === 'saved'))
          bulk.close()
        }}
      />
    )
  }
  if (selected.length === 0) return null
  return (
    <BulkForm
      orders={selected}
      onSubmit={(status, trackingNumbers) => void bulk.start(selected, status, trackingNumbers)}
    />
  )
}
