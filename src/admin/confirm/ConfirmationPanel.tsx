import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  type Act,
  describeConfirmation,
  type HoldReason,
  newAttempt,
} from '#admin/order/confirmation.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { createSave } from '#admin/save.ts'
import { Button } from '#kit/form/Button.tsx'
import { statusDefinition } from '#order/status.ts'
import { Attempts } from './Attempts.tsx'
import { addAttempt } from './confirm.api.ts'
import { HoldDialog } from './HoldDialog.tsx'

interface ConfirmationPanelProps {
  found: OrderInFull
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** What is known of an open order's confirmation, on its own page. */
export function ConfirmationPanel({ found, onChange }: ConfirmationPanelProps) {
  const { order, confirmation, attempts } = found
  const [saving] = useState(() => createSave('Error saving an attempt to confirm'))
  const isBusy = useStore(saving.$submission).state === 'sending'
  const [isHolding, setIsHolding] = useState(false)
  const isHeld = confirmation.state === 'held'
  const isConfirmed = confirmation.state === 'confirmed'
  if (!statusDefinition(order.status).isOpen) return null

  async function act(act: Act, more: { reason?: HoldReason; text?: string } = {}): Promise<void> {
    await saving.submit(async () =>
      (await addAttempt(newAttempt(order.id, act, more))).ok ? undefined : {},
    )
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
          onHold={(reason, text) => {
            setIsHolding(false)
            void act('hold', { reason, ...(text.trim() && { text }) })
          }}
        />
      )}
    </section>
  )
}
