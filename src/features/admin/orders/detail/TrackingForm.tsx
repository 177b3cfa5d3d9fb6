import { useState } from 'react'
import type { Order } from '#features/orders/order.ts'
import { cleanText } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { NotSaved } from './NotSaved.tsx'
import type { OrderDetailStore, SaveState } from './order-detail.store.ts'

interface Props {
  order: Order
  save: SaveState
  detail: OrderDetailStore
}

export function TrackingForm({ order, save, detail }: Props) {
  const [typed, setTyped] = useState<string>()
  const current = order.trackingNumber ?? ''
  const text = typed ?? current
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTyped(undefined)
        void detail.updateTracking(text)
      }}
      className="grid content-start gap-3 rounded-lg border border-line p-4"
    >
      <Field
        label="Tracking Number"
        name="tracking"
        autoComplete="off"
        hint="Up to 64 Latin letters, digits, spaces and . / _ -"
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        variant="primary"
        type="submit"
        disabled={save === 'saving' || cleanText(text) === current}
        className="justify-self-start"
      >
        Update Tracking
      </Button>
      <NotSaved
        what="The tracking number"
        isShown={save === 'unsaved'}
        onRetry={() => void detail.retry('trackingNumber')}
      />
    </form>
  )
}
