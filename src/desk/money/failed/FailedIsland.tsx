import { ChatsCount } from '#desk/reach/run/ChatsCount.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { FailedRows } from './FailedRows.tsx'
import { createFailed, type FailedStore } from './failed.store.ts'

export const FailedIsland = island(FailedPage, () => createFailed())

function FailedPage({ store }: { store: FailedStore }) {
  return (
    <div className="grid gap-4">
      <p className="text-muted empty:hidden">
        <ChatsCount texts={store.telling.texts} />
      </p>
      <RemoteView remote={store.list} name="failed deliveries">
        {(rows) =>
          rows.length === 0 ? (
            <p className="py-3 text-muted">No delivery has failed</p>
          ) : (
            <FailedRows rows={rows} store={store} />
          )
        }
      </RemoteView>
    </div>
  )
}
