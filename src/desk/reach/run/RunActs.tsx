import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ACTS, type Act, type EndReason } from '#admin/order/confirmation.ts'
import { END_REASON_OPTIONS } from '#desk/acts/EndFields.tsx'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Select } from '#kit/form/Select.tsx'
import { paths } from '#paths.ts'
import { HoldDialog } from './HoldDialog.tsx'
import { Reach } from './Reach.tsx'
import type { RunStore, ShownRun } from './run.store.ts'
import { readTypedHold } from './typed-hold.ts'
import { UndoPress } from './UndoPress.tsx'

interface RunActsProps {
  shown: ShownRun
  /** Why the last press is not saved. */
  problem: string | undefined
  store: RunStore
}

/** At the foot of the screen, for one thumb. */
export function RunActs({ shown, problem, store }: RunActsProps) {
  const { id } = shown.found.order
  const [asked, setAsked] = useState<'hold' | 'cancel' | undefined>(() =>
    readTypedHold(id) ? 'hold' : undefined,
  )
  const close = () => setAsked(undefined)
  const { state } = useStore(store.$submission)
  const isSending = state === 'sending'
  const actButton = (act: Act, variant: 'primary' | 'secondary' = 'secondary') => (
    <Button variant={variant} isBusy={isSending} onClick={() => void store.act(act)}>
      {ACTS[act]}
    </Button>
  )
  return (
    <div className="action-bar">
      <div role="status" className="empty:hidden">
        {problem && (
          <p className="mb-2 flex flex-wrap items-center gap-3 text-danger">
            {problem}
            {state === 'failed' && (
              <Button variant="secondary" onClick={() => void store.retry()}>
                Retry
              </Button>
            )}
          </p>
        )}
      </div>
      <Reach
        kind="confirm"
        shown={shown}
        texts={store.texts}
        isBusy={isSending}
        onTell={(to) => void store.tell(to)}
      />
      <div className="mt-2 grid grid-cols-3 gap-2 max-md:*:px-1! max-sm:*:text-sm md:flex md:flex-wrap">
        {actButton('yes', 'primary')}
        {actButton('no_answer')}
        {actButton('later')}
        {actButton('tomorrow')}
        <Button variant="secondary" isBusy={isSending} onClick={() => setAsked('hold')}>
          Hold
        </Button>
        <Button variant="secondary" isBusy={isSending} onClick={() => setAsked('cancel')}>
          Cancel order
        </Button>
        <a href={`${paths.adminOrder(id)}#correction`} className={buttonClass('secondary')}>
          Change
        </a>
        <Button
          variant="quiet"
          isBusy={isSending}
          className="md:ms-auto"
          onClick={() => void store.skip()}
        >
          Next order
        </Button>
        <UndoPress store={store} />
      </div>
      {asked === 'cancel' && (
        <CancelDialog
          id={id}
          isBusy={isSending}
          onClose={close}
          onCancel={(reason) => void store.cancel(reason).then(close)}
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

interface CancelDialogProps {
  id: string
  isBusy: boolean
  onClose: () => void
  onCancel: (reason: EndReason | undefined) => void
}

/** Stays open until the press is done: where the session ends meanwhile, the reason is saved with the page. */
function CancelDialog({ id, isBusy, onClose, onCancel }: CancelDialogProps) {
  const [reason, setReason] = useState<EndReason | ''>('')
  return (
    <ConfirmDialog
      title={`Cancel order ${id}?`}
      action="Cancel order"
      back="Keep it"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => onCancel(reason || undefined)}
    >
      <p>It is not sent. Its page can open it again.</p>
      <Select
        label="Reason"
        name={`endReason-${id}`}
        value={reason}
        options={END_REASON_OPTIONS}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
