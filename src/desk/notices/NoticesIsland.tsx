import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createSave } from '#admin/save.ts'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { createRemoteStore, type RemoteStore } from '#kit/remote/remote-store.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { fetchNotices } from './notices.api.ts'
import { drainProblem, type Notices as Value } from './notices.ts'
import type { SaveNotices } from './part-props.ts'
import { Targets } from './Targets.tsx'
import { ThisDevice } from './ThisDevice.tsx'

const POLL_MS = 10_000

export const NoticesIsland = island(Notices, () =>
  createRemoteStore(fetchNotices, {
    errorMessage: 'Error fetching the notices',
    keepsValue: true,
    pollMs: () => POLL_MS,
    reloadsWhenVisible: true,
  }),
)

function Notices({ store }: { store: RemoteStore<Value> }) {
  const [saving] = useState(() => createSave('Error saving notices'))
  const isBusy = useStore(saving.$submission).state === 'sending'

  const save: SaveNotices = (send, done) =>
    saving.submit(async () => {
      const result = await send()
      if (!result?.ok) return {}
      store.set(result)
      if (done) showToast({ title: done, description: 'Notices' })
      return undefined
    })

  return (
    <section aria-labelledby="notices" className="mt-10 grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h2 id="notices" className="text-h3">
          Notices
        </h2>
        <p className="text-muted">
          They tell you of orders and messages while no page of the admin is open: what, how much
          and the city, never a name, a phone or a street.
        </p>
      </div>
      <RemoteView remote={store} name="notices">
        {(notices) => {
          const problem = drainProblem(notices)
          const parts = { notices, save, isBusy }
          return (
            <div className="grid gap-8">
              {problem && <p className="text-danger">{problem}</p>}
              <ThisDevice {...parts} />
              <Targets {...parts} />
            </div>
          )
        }}
      </RemoteView>
    </section>
  )
}
