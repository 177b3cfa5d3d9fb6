import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createActs, isDone } from '#admin/acts/acts.store.ts'
import {
  type Act,
  describeConfirmation,
  type NewAttempt,
  newAttempt,
} from '#admin/order/confirmation.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { createSave } from '#admin/save.ts'
import { Button } from '#kit/form/Button.tsx'
import { statusDefinition } from '#order/status.ts'
import { Attempts } from './Attempts.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import { readTypedHold, saveTypedHold } from './typed-hold.ts'

interface ConfirmationPanelProps {
  found: OrderInFull
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** What is known of an open order's confirmation, on its own page. */
export function ConfirmationPanel({ found, onChange }: ConfirmationPanelProps) {
  const { order, confirmation, attempts } = found
  const [saving] = useState(() => createSave('Error saving an attempt to confirm'))
  const [acts] = useState(() => createActs<Act>())
  const isBusy = useStore(saving.$submission).state === 'sending'
  const isHeld = confirmation.state === 'held'
  const [isHolding, setIsHolding] = useState(() => !isHeld && Boolean(readTypedHold(order.id)))
  const isConfirmed = confirmation.state === 'confirmed'
  if (!statusDefinition(order.status).isOpen) return null

  async function act(act: Act, hold?: Pick<NewAttempt, 'reason' | 'text'>): Promise<void> {
    const row = { ...newAttempt(order.id, act, hold) }
    const isSaved = await saving.submit(async () => {
      const sent = await acts.once('attempt', [row], act)
      if (sent.error) throw sent.error
      return isDone(sent) ? undefined : {}
    })
    if (isSaved) saveTypedHold(order.id, undefined)
    await onChange()
  }

  return (
    <section aria-labelledby="confirmation" className="grid gap-3" data-no-print>
      <h2 id="confirmation" className="text-h3">
        Confirmation
      </h2>
      <p>{describeConfirmation(confirmation) || 'Not confirmed yet'}</p>
      <div className="flex flex-wrap gap-2">
        {isHeld ? (
          <Button variant="primary" isBusy={isBusy} onClick={() => void act('resume')}>
            Resume
          </Button>
        ) : (
          <>
            {isConfirmed ? (
              <Button variant="quiet" isBusy={isBusy} onClick={() => void act('reset')}>
                Not confirmed after all
              </Button>
            ) : (
              <Button variant="secondary" isBusy={isBusy} onClick={() => void act('yes')}>
                Yes
              </Button>
            )}
            <Button variant="secondary" isBusy={isBusy} onClick={() => setIsHolding(true)}>
              Hold
            </Button>
          </>
        )}
      </div>
      <Attempts attempts={attempts} />
      {isHolding && (
        <HoldDialog
          id={order.id}
          onClose={() => setIsHolding(false)}
          onHold={(hold) => {
            setIsHolding(false)
            void act('hold', hold)
          }}
        />
      )}
    </section>
  )
}
