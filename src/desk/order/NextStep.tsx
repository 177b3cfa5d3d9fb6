/* The stage of an order in a sentence, its one next step, and how its customer is reached (docs/product.md, rule 14.60). */
import { type ReactNode, useState } from 'react'
import { useUndoableAct } from '#admin/acts/useRowAct.ts'
import { ACTS, type Act, type NewAttempt, newAttempt } from '#admin/order/confirmation.ts'
import { OrderLink } from '#admin/order/OrderLink.tsx'
import type { OrderInFull } from '#admin/order/orders.ts'
import { remarkFor } from '#desk/parcels/listed/listed.ts'
import { HoldDialog } from '#desk/reach/run/HoldDialog.tsx'
import { messageKindOf } from '#desk/reach/run/message-kind.ts'
import { ReachOne } from '#desk/reach/run/ReachOne.tsx'
import type { Telling } from '#desk/reach/run/telling.store.ts'
import { forgetTypedHold, hasTypedHold } from '#desk/reach/run/typed-hold.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import { Contacts } from './Contacts.tsx'
import { SendWith } from './SendWith.tsx'
import { stageSentence } from './stage-sentence.ts'

interface NextStepProps {
  found: OrderInFull
  telling: Telling
  /** Sets it to Shipped. */
  ship: { isBusy: boolean; press: () => void }
  /** Loads the order again. */
  onChange: () => Promise<void>
}

export function NextStep({ found, telling, ship, onChange }: NextStepProps) {
  const { order, stage, confirmation, parcels, joined } = found
  const { id } = order
  const { isBusy, press } = useUndoableAct('Error saving an attempt to confirm', async () => {
    forgetTypedHold(id)
    await onChange()
  })
  const isOpen = OPEN.includes(stage)
  const [isHolding, setIsHolding] = useState(() => isOpen && hasTypedHold(id))

  const attempt = (act: Act, hold?: Pick<NewAttempt, 'reason' | 'text'>) =>
    press('attempt', { ...newAttempt(id, act, hold) }, `Order ${id}: ${ACTS[act]}`, act)
  const button = (act: Act, variant: 'primary' | 'secondary' | 'quiet') => (
    <Button variant={variant} isBusy={isBusy} onClick={() => attempt(act)}>
      {ACTS[act]}
    </Button>
  )
  const isReach = REACHES.includes(stage)
  // The order in whose parcel it goes tells its customer.
  const reach = stage !== 'joined' && (
    <ReachOne
      kind={messageKindOf(found)}
      found={found}
      reason={parcels.at(-1)?.reason}
      telling={telling}
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
        <Step found={found} ship={ship} onChange={onChange} button={button} />
        {['to_confirm', 'later'].includes(stage) && button('yes', 'secondary')}
        {isOpen && (
          <Button variant="quiet" isBusy={isBusy} onClick={() => setIsHolding(true)}>
            Hold
          </Button>
        )}
        {isOpen && confirmation.state === 'confirmed' && button('reset', 'quiet')}
      </div>
      {!isReach && reach}
      <Contacts found={found} />
      {isHolding && (
        <HoldDialog
          id={id}
          onClose={() => setIsHolding(false)}
          onHold={(hold) => {
            setIsHolding(false)
            attempt('hold', hold)
          }}
        />
      )}
    </section>
  )
}

const OPEN: readonly OrderInFull['stage'][] = [
  'to_confirm',
  'waiting',
  'later',
  'to_pack',
  'needs_number',
  'to_ship',
]

/** Where the chat is the next step. */
const REACHES: readonly OrderInFull['stage'][] = ['to_confirm', 'later', 'to_tell']

interface StepProps extends Pick<NextStepProps, 'found' | 'ship' | 'onChange'> {
  button: (act: Act, variant: 'primary') => ReactNode
}

/** The filled button, where the next step is no chat. */
function Step({ found, ship, onChange, button }: StepProps): ReactNode {
  const { order, stage } = found
  switch (stage) {
    case 'waiting':
      return button('yes', 'primary')
    case 'held':
      return button('resume', 'primary')
    case 'to_pack':
      return <SendWith found={found} onChange={onChange} />
    case 'needs_number':
      return (
        <Button variant="primary" onClick={() => focusTrackingNumber()}>
          Paste the number
        </Button>
      )
    case 'to_ship':
      return (
        <Button variant="primary" isBusy={ship.isBusy} onClick={ship.press}>
          Set Shipped
        </Button>
      )
    case 'not_delivered':
      return (
        <CopyButton
          name="Text for the courier"
          text={remarkFor({ trackingNumber: order.trackingNumber ?? null }, order)}
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

/** Of the card "Status and tracking". */
function focusTrackingNumber(): void {
  document.querySelector<HTMLInputElement>('input[name="trackingNumber"]')?.focus()
}
