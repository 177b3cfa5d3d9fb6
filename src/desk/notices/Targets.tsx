import { useStore } from '@nanostores/react'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatShortMoment, shortMomentWithin } from '#admin/short-moment.ts'
import { Button } from '#kit/form/Button.tsx'
import { findSubscription } from '#kit/push-device.ts'
import { paths } from '#paths.ts'
import { removeTarget, testTarget } from './notices.api.ts'
import type { PartProps } from './notices.store.ts'
import { type NoticeTarget, nameOfTarget } from './notices.ts'

/** All devices, and the build hook: when each was told, and why not. */
export function Targets({ notices: { targets }, store }: PartProps) {
  const isBusy = useStore(store.$submission).state === 'sending'
  const [dialog, ask] = useConfirm()

  async function forget({ id, url }: NoticeTarget): Promise<void> {
    if (!(await store.save(() => removeTarget(id), 'Forgotten'))) return
    try {
      const own = await findSubscription(paths.admin)
      if (own?.endpoint === url) await own.unsubscribe()
    } catch (error) {
      // Nothing is sent to it any more.
      console.error('Error ending the subscription of this browser', error)
    }
  }

  if (targets.length === 0) return <p>No device is told.</p>
  return (
    <>
      <ul aria-label="Told" className="border-t border-line">
        {targets.map((target) => {
          const name = nameOfTarget(target)
          return (
            <TwoLineRow
              key={target.id}
              title={
                <span className="font-medium">
                  <UntrustedText>{name}</UntrustedText>
                </span>
              }
              end={
                <>
                  <Button
                    isBusy={isBusy}
                    aria-label={`Test ${name}`}
                    className="px-3!"
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
                      className="px-2!"
                      onClick={() =>
                        ask({
                          title: `Forget ${name}?`,
                          children: (
                            <p>It is told of nothing, until “Tell this device” is pressed on it.</p>
                          ),
                          action: 'Forget',
                          onConfirm: () => void forget(target),
                        })
                      }
                    >
                      Forget
                    </Button>
                  )}
                </>
              }
            >
              {target.toldAt ? `Told ${shortMomentWithin(target.toldAt)}` : 'Not told yet'}
              {target.failure && target.failedAt && (
                <p className="text-danger">
                  {`${formatShortMoment(target.failedAt)}: ${target.failure}`}
                </p>
              )}
            </TwoLineRow>
          )
        })}
      </ul>
      {dialog}
    </>
  )
}
