import { useStore } from '@nanostores/react'
import { formatShortMoment } from '#admin/order/short-moment.ts'
import { Button } from '#kit/form/Button.tsx'
import { findSubscription } from '#kit/push-device.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import { removeTarget, testTarget } from './notices.api.ts'
import type { PartProps } from './notices.store.ts'
import { type NoticeTarget, nameOfTarget } from './notices.ts'

/** All devices, and the build hook: when each was told, and why not. */
export function Targets({ notices: { targets }, store }: PartProps) {
  const isBusy = useStore(store.$submission).state === 'sending'

  async function forget({ id, url }: NoticeTarget): Promise<void> {
    if (!(await store.save(() => removeTarget(id), 'Forgotten'))) return
    const own = await findSubscription(paths.admin)
    if (own?.endpoint === url) await own?.unsubscribe()
  }

  if (targets.length === 0) return <p>No device is told.</p>
  return (
    <ul aria-label="Told" className="divide-y divide-line">
      {targets.map((target) => {
        const name = nameOfTarget(target)
        return (
          <li key={target.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium">
                <UntrustedText>{name}</UntrustedText>
              </p>
              <p className="text-sm text-muted">
                {target.toldAt ? `Told ${formatShortMoment(target.toldAt)}` : 'Not told yet'}
              </p>
              {target.failure && target.failedAt && (
                <p className="text-sm text-danger">
                  {`${formatShortMoment(target.failedAt)}: ${target.failure}`}
                </p>
              )}
            </div>
            <Button
              variant="secondary"
              isBusy={isBusy}
              aria-label={`Test ${name}`}
              onClick={() =>
                void store.save(() => testTarget(target.id), 'A test notice is on its way')
              }
            >
              Test
            </Button>
            {/* The hook ends where it is set: docs/publishing.md. */}
            {target.way !== 'build' && (
              <Button
                variant="quiet"
                isBusy={isBusy}
                aria-label={`Forget ${name}`}
                onClick={() => void forget(target)}
              >
                Forget
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
