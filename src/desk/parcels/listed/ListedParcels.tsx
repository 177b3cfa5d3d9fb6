import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { ChatsCount } from '#desk/reach/messages/ChatsCount.tsx'
import { countOf } from '#kit/text.ts'
import type { ListedStore } from './listed.store.ts'
import { ParcelRow } from './ParcelRow.tsx'

const WORDS = {
  not_delivered: {
    none: 'No parcel waits here.',
    which:
      'One that the courier could not deliver, or lost, stands here until you say what happens with it.',
    hint: 'What you press is noted here: the courier hears it from you.',
  },
  came_back: {
    none: 'No parcel waits to be checked in.',
    which: 'Scan one when it is here.',
    hint: 'The courier says that these came back: check each in when it is here.',
  },
} as const

/** The parcels of a stage, oldest first. */
export function ListedParcels({ store }: { store: ListedStore }) {
  const { none, which, hint } = WORDS[store.stage]
  return (
    <RemoteView remote={store.list} name="parcels">
      {(rows) => {
        const left = rows.filter(({ isGone }) => !isGone).length
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
              {store.stage === 'not_delivered' && (
                <ChatsCount texts={store.chats.texts} isAnyLeft={left > 0} />
              )}
              <span className="block">{hint}</span>
            </p>
            <ul aria-label="Parcels, oldest first" className="border-t border-line">
              {rows.map((row) => (
                <ParcelRow key={row.orderId} row={row} store={store} />
              ))}
            </ul>
          </>
        )
      }}
    </RemoteView>
  )
}
