import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { island } from '#kit/island/island.tsx'
import { createNotices, type NoticesStore } from './notices.store.ts'
import { drainProblem } from './notices.ts'
import { Targets } from './Targets.tsx'
import { ThisDevice } from './ThisDevice.tsx'

export const NoticesIsland = island(Notices, createNotices)

function Notices({ store }: { store: NoticesStore }) {
  return (
    <div className="grid gap-6">
      <p className="text-muted">
        They tell you of orders and messages while no page of the admin is open: what, how much and
        the city, never a name, a phone or a street.
      </p>
      <RemoteView remote={store} name="notices" isBeside>
        {(notices) => {
          const problem = drainProblem(notices)
          return (
            <div className="grid gap-8">
              {problem && <p className="text-danger">{problem}</p>}
              <ThisDevice notices={notices} store={store} />
              <Targets notices={notices} store={store} />
            </div>
          )
        }}
      </RemoteView>
    </div>
  )
}
