/* The stage of an order in a sentence, its one next step, and how its customer is reached (docs/product.md, rule 14.60). */
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Choice } from '#admin/kit/Choice.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import {
  ATTEMPT_NAMES,
  type NewAttempt,
  NOTED_ACTS,
  type NotedAct,
  newAttempt,
} from '#admin/order/confirmation.ts'
import { OrderLink } from '#admin/order/OrderLink.tsx'
import { type DispatchFormStore, isSaving } from '#admin/order-page/dispatch-form.store.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { courierName } from '#admin/parcels/couriers.ts'
import { useUndoableAct } from '#desk/acts/useRowAct.ts'
import { RowDone } from '#desk/lists/RowDone.tsx'
import { textForCourier } from '#desk/parcels/listed/listed.ts'
import type { Chats } from '#desk/reach/messages/chats.store.ts'
import { messageKindOf } from '#desk/reach/messages/message-kind.ts'
import { ReachOne } from '#desk/reach/messages/ReachOne.tsx'
import { type OrderSheet, OrderSheets } from '#desk/reach/run/OrderSheets.tsx'
import { forgetTypedHold, hasTypedHold } from '#desk/reach/run/typed-hold.ts'
import { SendDialog } from '#desk/send/SendDialog.tsx'
import { fetchPackable } from '#desk/send/send.api.ts'
import { createSend } from '#desk/send/send.store.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { isErased } from '#order/order.ts'
import { paths } from '#paths.ts'
import { Contacts } from './Contacts.tsx'
import { SendAgain } from './SendAgain.tsx'
import { stageSentence } from './stage-sentence.ts'

interface NextStepProps {
  found: OrderWithHistory
  chats: Chats
  /** Of the card "Status and tracking". */
  dispatch: DispatchFormStore
  /** Loads the order again. */
  onChange: () => Promise<void>
}

export function NextStep({ found, chats, dispatch, onChange }: NextStepProps) {
  const { order, stage, parcels, joined } = found
  const { id } = order
  const [last, setLast] = useState<{ done: string; undo: () => void }>()
  const { isBusy, press } = useUndoableAct(
    'Error saving an attempt to confirm',
    async () => {
      forgetTypedHold(id)
      await onChange()
    },
    (done, undo) => setLast({ done, undo }),
  )
  const isHere = HERE.includes(stage)
  const isToAsk = ['to_confirm', 'waiting', 'later'].includes(stage)
  const isDispatching = isSaving(useStore(dispatch.$form))
  const [send] = useState(() =>
    createSend({
      key: `send-${id}`,
      // It goes alone: nothing is asked about other orders.
      fetchPackable: () => fetchPackable([id]),
      onBooked: () => void onChange(),
    }),
  )
  const courier = useStore(send.$courier)
  useEffect(() => send.start(), [send])
  const [open, setOpen] = useState<OrderSheet | undefined>(() =>
    isHere && hasTypedHold(id) ? 'hold' : undefined,
  )

  const attempt = (act: NotedAct, hold?: Pick<NewAttempt, 'reason' | 'text'>) =>
    press(
      'attempt',
      { ...newAttempt(id, act, hold) },
      NOTED_ACTS[act],
      // Another reason or note is no repeat.
      JSON.stringify([act, hold]),
    )
  const button = (act: NotedAct, variant: 'primary' | 'secondary') => (
    <Button variant={variant} isBusy={isBusy} onClick={() => attempt(act)}>
      {NOTED_ACTS[act]}
    </Button>
  )
  /** The filled button, where the next step is no chat. */
  function step(): ReactNode {
    switch (stage) {
      case 'waiting':
        return button('yes', 'primary')
      case 'held':
        return button('resume', 'primary')
      case 'to_pack':
        // As a batch of its own, whose page prints it and undoes it. The dialog has the other couriers.
        return (
          <Button
            variant="primary"
            whyNot={!courier && 'Add a courier in the settings first.'}
            onClick={() => void send.ask([{ id, stage }])}
          >
            Send with {courierName(courier)}
          </Button>
        )
      case 'needs_number':
        return (
          <Button variant="primary" onClick={focusTrackingNumber}>
            Paste the number
          </Button>
        )
      case 'to_ship':
        return (
          <Button variant="primary" isBusy={isDispatching} onClick={() => void dispatch.ship()}>
            Set Shipped
          </Button>
        )
      case 'not_delivered':
        if (order.parcelState === 'lost')
          return isErased(order) ? null : (
            <SendAgain order={order} variant="primary" onChange={onChange} />
          )
        return (
          <CopyButton
            name="Text for the courier"
            text={textForCourier(order)}
            className={buttonClass('primary')}
          >
            Copy for the courier
          </CopyButton>
        )
      case 'came_back':
        return (
          <a href={paths.adminCameBack} className={buttonClass('primary')}>
            Check in
          </a>
        )
      default:
        return null
    }
  }
  const newest = found.attempts.at(-1)
  const isLast = isHere && newest && ATTEMPT_NAMES[newest.act] === last?.done
  const isReach = REACHES.includes(stage)
  // The order in whose parcel it goes tells its customer.
  const reach = stage !== 'joined' && (
    <ReachOne
      kind={messageKindOf(found)}
      found={found}
      reason={parcels.at(-1)?.reason}
      chats={chats}
      variant={isReach ? 'primary' : 'secondary'}
      label={stage === 'to_tell' ? 'Tell' : undefined}
    />
  )
  return (
    <section aria-label="Next step" className="grid gap-3" data-no-print>
      <p className="font-semibold">
        {stageSentence(found)}
        {stage === 'joined' && joined.into && <OrderLink id={joined.into} />}
      </p>
      {order.cancellation?.text && (
        <p>
          <UntrustedText isWhole>{order.cancellation.text}</UntrustedText>
        </p>
      )}
      {isReach && reach}
      <div className="flex flex-wrap gap-2 empty:hidden *:max-md:px-3!">
        {step()}
        {isToAsk && stage !== 'waiting' && button('yes', 'secondary')}
        {isToAsk && (
          <Button isBusy={isBusy} onClick={() => setOpen('later')}>
            Later
          </Button>
        )}
        {isHere && (
          <Button isBusy={isBusy} onClick={() => setOpen('problem')}>
            Problem
          </Button>
        )}
      </div>
      <div role="status" className="flex items-center gap-2 empty:hidden">
        {last && isLast && (
          <RowDone
            done={last.done}
            isBusy={isBusy}
            onUndo={() => {
              setLast(undefined)
              last.undo()
            }}
          />
        )}
      </div>
      {!isReach && reach}
      <Contacts found={found} />
      {isHere && open && (
        <OrderSheets
          found={found}
          open={open}
          isBusy={isBusy || isDispatching}
          onOpen={setOpen}
          onAct={attempt}
          onCancel={dispatch.cancel}
        >
          <Choice
            hint="Its address, items or advance."
            onClick={() => {
              setOpen(undefined)
              openCorrection()
            }}
          >
            Change
          </Choice>
        </OrderSheets>
      )}
      <SendDialog send={send} />
    </section>
  )
}

/** No courier took it yet. */
const HERE: readonly OrderWithHistory['stage'][] = [
  'to_confirm',
  'waiting',
  'later',
  'held',
  'to_pack',
  'needs_number',
  'to_ship',
]

/** Where the chat is the next step. */
const REACHES: readonly OrderWithHistory['stage'][] = ['to_confirm', 'later', 'to_tell']

function openCorrection(): void {
  const details = document.querySelector<HTMLDetailsElement>('#correction')
  if (!details) return
  details.open = true
  details.scrollIntoView()
  details.querySelector('summary')?.focus()
}

/** Moves the focus to the field of the card "Status and tracking". */
function focusTrackingNumber(): void {
  document.querySelector<HTMLInputElement>('input[name="trackingNumber"]')?.focus()
}
