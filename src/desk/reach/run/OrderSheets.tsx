/* What is rarely done with an open order that no courier took yet: in the run and on the order's page. */
import { type ReactNode, useState } from 'react'
import { END_REASON_OPTIONS } from '#admin/acts/EndFields.tsx'
import { Choice } from '#admin/kit/Choice.tsx'
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx'
import { Select } from '#admin/kit/Select.tsx'
import { Sheet } from '#admin/kit/Sheet.tsx'
import { type NewAttempt, NOTED_ACTS, type NotedAct } from '#admin/order/confirmation.ts'
import type { EndReason } from '#admin/order/ending.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { HoldDialog } from './HoldDialog.tsx'

/** The sheet that is open. */
export type OrderSheet = 'later' | 'problem' | 'hold' | 'cancel'

interface OrderSheetsProps {
  found: OrderWithHistory
  open: OrderSheet
  isBusy: boolean
  /** Opens another one, or none. */
  onOpen: (sheet: OrderSheet | undefined) => void
  onAct: (act: NotedAct, hold?: Pick<NewAttempt, 'reason' | 'text'>) => void
  onCancel: (reason: EndReason | undefined) => Promise<unknown>
  /** What else a problem may need, before "Hold". */
  children: ReactNode
}

/** The sheets of "Later" and "Problem", and the questions that "Problem" leads to. */
export function OrderSheets({
  found: { order, stage, confirmation },
  open,
  isBusy,
  onOpen,
  onAct,
  onCancel,
  children,
}: OrderSheetsProps) {
  const close = () => onOpen(undefined)
  const act = (name: NotedAct, hint: string) => (
    <Choice
      hint={hint}
      isBusy={isBusy}
      onClick={() => {
        close()
        onAct(name)
      }}
    >
      {NOTED_ACTS[name]}
    </Choice>
  )
  switch (open) {
    case 'later':
      return (
        <Sheet title="Ask again later" onClose={close}>
          {act('later', 'It comes back in three hours, or in the morning.')}
          {act('tomorrow', 'It comes back in the morning.')}
          {act(
            'no_answer',
            'It comes back in two hours, or in the morning. After the third time you decide.',
          )}
        </Sheet>
      )
    case 'problem':
      return (
        <Sheet title={`Order ${order.id}`} onClose={close}>
          {children}
          {stage !== 'held' && (
            <Choice hint="Keep it back until you press Resume." onClick={() => onOpen('hold')}>
              Hold
            </Choice>
          )}
          {confirmation.state === 'confirmed' && act('reset', 'Ask its customer again.')}
          <Choice hint="It is not sent." onClick={() => onOpen('cancel')}>
            Cancel Order
          </Choice>
        </Sheet>
      )
    case 'hold':
      return (
        <HoldDialog
          id={order.id}
          onClose={close}
          onHold={(hold) => {
            close()
            onAct('hold', hold)
          }}
        />
      )
    case 'cancel':
      return (
        <CancelDialog
          id={order.id}
          isBusy={isBusy}
          onClose={close}
          onCancel={(reason) => void onCancel(reason).then(close)}
        />
      )
  }
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
      action="Cancel Order"
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
