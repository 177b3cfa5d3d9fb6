import { useStore } from '@nanostores/react'
import { ChatsCount } from '#admin/confirm/ChatsCount.tsx'
import { MESSAGE_LANGUAGES } from '#config/locale.ts'
import { optionsOf, Select } from '#kit/form/Select.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { FailedRows } from './FailedRows.tsx'
import { createFailed, type FailedStore } from './failed.store.ts'

export const FailedIsland = island(FailedPage, () => createFailed())

function FailedPage({ store }: { store: FailedStore }) {
  const language = useStore(store.$language)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label="Language"
          isInline
          value={language}
          options={optionsOf(MESSAGE_LANGUAGES)}
          onChange={(chosen) => store.$language.set(chosen)}
        />
        <p className="text-muted empty:hidden">
          <ChatsCount chats={store.chats} />
        </p>
      </div>
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
