import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createSave } from '#admin/save.ts'
import { Button } from '#kit/form/Button.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { createRemoteStore, type RemoteStore } from '#kit/remote/remote-store.ts'
import { type Pause, type PausedSize, WHOLE_SHOP } from '#product/pauses.ts'
import { priceList } from '#product/price-list.ts'
import { pauseSentence } from '#product/words.ts'
import { fetchCurrentPauses, type PauseResult, pause, resume } from './pauses.api.ts'

/** What can be paused, with its name. */
type Part = PausedSize & { name: string }

const PARTS: Part[] = [
  { ...WHOLE_SHOP, name: 'The whole shop' },
  ...priceList.flatMap(({ id, name, sizes }) =>
    sizes.map(({ label }) => ({ id, size: label, name: `${name} (${label})` })),
  ),
]

export const PausesIsland = island(Pauses, () =>
  createRemoteStore(fetchCurrentPauses, {
    errorMessage: 'Error fetching the pauses',
    keepsValue: true,
    reloadsWhenVisible: true,
  }),
)

/** What is sold now. A press stops or resumes it, without a build. */
function Pauses({ store }: { store: RemoteStore<Pause[]> }) {
  const [saving] = useState(() => createSave<PauseProblems>('Error saving a pause'))
  const [asked, setAsked] = useState<Part>()
  const submission = useStore(saving.$submission)
  const isBusy = submission.state === 'sending'

  async function save(send: () => Promise<PauseResult>): Promise<void> {
    await saving.submit(async () => {
      const result = await send()
      if (!result.ok) return { problems: problemsOf(result.field) }
      store.set(result.pauses)
      setAsked(undefined)
      return undefined
    })
  }

  return (
    <section aria-labelledby="pauses" className="mt-10 max-w-2xl">
      <h2 id="pauses" className="text-h3">
        On sale now
      </h2>
      <RemoteView remote={store} name="pauses">
        {(pauses) => (
          <ul className="mt-2 divide-y divide-line">
            {PARTS.map((part) => {
              const current = pauses.find(({ id, size }) => id === part.id && size === part.size)
              return (
                <li
                  key={`${part.id} ${part.size}`}
                  className="flex flex-wrap items-center justify-between gap-x-4 py-2"
                >
                  <div className="flex-1 basis-48">
                    <p className="font-medium">{part.name}</p>
                    {current && <p className="text-danger">{pauseSentence(current)}</p>}
                  </div>
                  <Button
                    variant={current ? 'primary' : 'secondary'}
                    aria-label={`${current ? 'Resume' : 'Pause'} ${part.name}`}
                    isBusy={isBusy}
                    onClick={() => {
                      saving.clear()
                      if (current) void save(() => resume(part))
                      else setAsked(part)
                    }}
                  >
                    {current ? 'Resume' : 'Pause'}
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </RemoteView>
      {asked && (
        <PauseDialog
          part={asked}
          problems={(submission.state === 'refused' && submission.problems) || {}}
          isBusy={isBusy}
          onClose={() => setAsked(undefined)}
          onPause={(reason, until) =>
            void save(() => pause({ id: asked.id, size: asked.size, reason, until: until || null }))
          }
        />
      )}
    </section>
  )
}

interface PauseDialogProps {
  part: Part
  problems: PauseProblems
  isBusy: boolean
  onClose: () => void
  onPause: (reason: string, until: string) => void
}

/** Asks why something is not sold for a while, and until when. */
function PauseDialog({ part, problems, isBusy, onClose, onPause }: PauseDialogProps) {
  const [reason, setReason] = useState('Sold out')
  const [until, setUntil] = useState('')
  // What is filled in again after a login is that of the same part.
  const key = encodeURIComponent(`${part.id} ${part.size}`)
  return (
    <ConfirmDialog
      title={`Pause ${part.id === WHOLE_SHOP.id ? 'the whole shop' : part.name}?`}
      action="Pause"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => onPause(reason, until)}
    >
      <p>Customers read the reason and cannot order it. Saved orders stay as they are.</p>
      <Field
        label="Reason"
        name={`pauseReason-${key}`}
        maxLength={100}
        hint="Such as: back after Eid"
        value={reason}
        error={problems.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Field
        label="On sale again on"
        name={`pauseUntil-${key}`}
        type="date"
        hint="Empty until you resume it"
        value={until}
        error={problems.until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

interface PauseProblems {
  reason?: string
  until?: string
}

function problemsOf(field: keyof Pause | undefined): PauseProblems {
  if (field === 'until') return { until: 'Please choose a day after today, within a year' }
  return { reason: 'Please say why, in at most 100 characters' }
}
