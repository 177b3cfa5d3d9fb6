import { useStore } from '@nanostores/react'
import type { SelectionStore } from '../list/selection.store.ts'
import { BulkForm } from './BulkForm.tsx'
import { BulkProgress } from './BulkProgress.tsx'
import type { BulkStore } from './bulk.store.ts'

interface Props {
  bulk: BulkStore
  selection: SelectionStore
}

/** Sets one status for the picked orders, then tells what became of each. */
export function BulkPanel({ bulk, selection }: Props) {
  const view = useStore(bulk.$bulk)
  const picked = useStore(selection.$picked)
  if (view.step !== 'choosing') {
    return (
      <BulkProgress
        view={view}
        onRetry={() => void bulk.retry()}
        onClose={() => {
          selection.drop(view.lines.filter(({ outcome }) => outcome === 'saved'))
          bulk.close()
        }}
      />
    )
  }
  if (picked.length === 0) return null
  return (
    <BulkForm
      orders={picked}
      onSubmit={(status, trackingNumbers) => void bulk.start(picked, status, trackingNumbers)}
    />
  )
}
