import { useState } from 'react'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { codeOf } from '#kit/remote/shop-error.ts'
import { paths } from '#paths.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import type { Run, RunStore } from './run.store.ts'
import { readTypedHold } from './typed-hold.ts'

interface RunActsProps {
  run: Extract<Run, { step: 'order' }>
  store: RunStore
}

/** At the foot of the screen, for one thumb. */
export function RunActs({ run, store }: RunActsProps) {
  const [asked, setAsked] = useState<'hold' | 'cancel' | undefined>(() =>
    readTypedHold(run.shown.found.order.id) ? 'hold' : undefined,
  )
  const close = () => setAsked(undefined)
  const { isSending, unsent, shown, refusal } = run
  const { id } = shown.found.order
  return (
    <div className="action-bar">
      <div role="status" className="empty:hidden">
        {unsent && !isSending && (
          <p className="mb-2 flex flex-wrap items-center gap-3 text-danger">
            This is not saved: {whyUnsent(unsent.error)}
            <Button variant="secondary" onClick={() => void store.retry()}>
              Retry
            </Button>
          </p>
        )}
        {refusal && !isSending && <p className="mb-2 text-danger">{refusal}</p>}
      </div>
      <div className="grid grid-cols-3 gap-2 *:px-1! max-sm:*:text-sm md:flex md:flex-wrap">
        <Button variant="primary" isBusy={isSending} onClick={() => void store.act('yes')}>
          Yes
        </Button>
        <Button variant="secondary" isBusy={isSending} onClick={() => void store.act('no_answer')}>
          No answer
        </Button>
        <a href={`${paths.adminOrder(id)}#correction`} className={buttonClass('secondary')}>
          Change
        </a>
        <Button variant="secondary" isBusy={isSending} onClick={() => void store.act('later')}>
          Later today
        </Button>
        <Button variant="secondary" isBusy={isSending} onClick={() => void store.act('tomorrow')}>
          Tomorrow
        </Button>
        <Button variant="secondary" isBusy={isSending} onClick={() => setAsked('hold')}>
          Hold
        </Button>
        <Button variant="quiet" isBusy={isSending} onClick={() => setAsked('cancel')}>
          Cancel
        </Button>
        <Button
          variant="quiet"
          isBusy={isSending}
          className="col-span-2 md:ms-auto"
          onClick={() => void store.skip()}
        >
          Next order
        </Button>
      </div>
      {asked === 'cancel' && (
        <CancelDialog
          id={id}
          onClose={close}
          onCancel={(reason) => {
            close()
            void store.cancel(reason)
          }}
        />
      )}
      {asked === 'hold' && (
        <HoldDialog
          id={id}
          onClose={close}
          onHold={(hold) => {
            close()
            void store.act('hold', hold)
          }}
        />
      )}
    </div>
  )
}

function whyUnsent(error: unknown): string {
  return codeOf(error) === 'unreachable'
    ? 'the shop could not be reached.'
    : 'something went wrong on this page.'
}
