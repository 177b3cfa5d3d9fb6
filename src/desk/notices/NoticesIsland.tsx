import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { findSubscription, pushSupport, subscribe } from '#kit/push-device.ts'
import { paths } from '#paths.ts'
import { addTarget } from './notices.api.ts'
import { createNotices, type NoticesStore, type PartProps } from './notices.store.ts'
import { deviceName, drainProblem } from './notices.ts'
import { Targets } from './Targets.tsx'

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

/** Asks for notices on this device, by a press. */
function ThisDevice({ notices: { publicKey, targets }, store }: PartProps) {
  const isBusy = useStore(store.$submission).state === 'sending'
  const [support, setSupport] = useState(pushSupport)
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    findSubscription(paths.admin).then(
      (own) => setUrl(own?.endpoint),
      () => undefined,
    )
  }, [])
  const isTold = targets.some((target) => target.url === url)

  async function ask(key: string): Promise<void> {
    await store.save(async () => {
      const device = await subscribe(paths.admin, key)
      setSupport(pushSupport())
      if (!device) return { ok: false, code: 'denied' }
      const result = await addTarget({ ...device, name: deviceName(navigator.userAgent) })
      if (result.ok) setUrl(device.url)
      return result
    }, 'This device is told')
  }

  return (
    <div className="grid justify-items-start gap-2">
      {isTold && <p>This device is told.</p>}
      {!isTold && support === 'ready' && publicKey && (
        <Button variant="primary" isBusy={isBusy} onClick={() => void ask(publicKey)}>
          Tell this device
        </Button>
      )}
      {support === 'denied' && (
        <p>This browser does not show notices of this site: allow them in its settings.</p>
      )}
      {support === 'missing' && <p>This browser shows no notices.</p>}
      <p className="text-muted">
        On an iPhone or iPad: open this page in Safari, press Share and “Add to Home Screen”, open
        it from there, and press “Tell this device”.
      </p>
    </div>
  )
}
