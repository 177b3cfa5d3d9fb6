import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { ChatsCount } from '#desk/reach/messages/ChatsCount.tsx'
import { countOf } from '#kit/text.ts'
import { ListedRows } from './ListedRows.tsx'
import type { ListedStore } from './listed.store.ts'

/** That none waits, and which do. */
const NONE = {
  not_delivered: [
    'No parcel waits here.',
    'One that the courier could not deliver, or lost, stands here until you say what happens with it.',
  ],
  came_back: ['No parcel waits to be checked in.', 'Scan one when it is here.'],
} as const

const HINTS = {
  not_delivered: 'What you press is noted here: the courier hears it from you.',
  came_back: 'The courier says that these came back: check each in when it is here.',
} as const

export function ListedParcels({ store }: { store: ListedStore }) {
  return (
    <RemoteView remote={store.list} name="parcels">
      {(rows) => {
        const left = rows.filter(({ isGone }) => !isGone).length
        const [none, which] = NONE[store.stage]
        if (rows.length === 0) {
          return (
            <p className="py-3 text-muted">
              {none} {which}
            </p>
          )
        }
        return (
          <>
            <p className="mb-2 text-muted">
              {/* On one line as well: the rows keep their places. */}
              {left === 0 ? none : countOf(left, 'parcel')}
              {store.stage === 'not_delivered' && <ChatsCount texts={store.chats.texts} />}
              <span className="block">{HINTS[store.stage]}</span>
            </p>
            <ListedRows rows={rows} store={store} />
          </>
        )
      }}
    </RemoteView>
  )
}
