import { ChatsCount } from '#desk/reach/run/ChatsCount.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { countOf } from '#kit/text.ts'
import { ListedRows } from './ListedRows.tsx'
import type { ListedStore } from './listed.store.ts'

const NONE = {
  not_delivered: 'All parcels are delivered, or on their way.',
  came_back: 'Nothing came back that is not checked in. Scan a parcel when it is here.',
} as const

export function ListedParcels({ store }: { store: ListedStore }) {
  return (
    <RemoteView remote={store.list} name="parcels">
      {(rows) =>
        rows.length === 0 ? (
          <p className="py-3 text-muted">{NONE[store.stage]}</p>
        ) : (
          <>
            <p className="mb-2 text-muted">
              {countOf(rows.filter(({ isGone }) => !isGone).length, 'parcel')}
              {store.stage === 'not_delivered' && <ChatsCount texts={store.telling.texts} />}
            </p>
            <ListedRows rows={rows} store={store} />
          </>
        )
      }
    </RemoteView>
  )
}
