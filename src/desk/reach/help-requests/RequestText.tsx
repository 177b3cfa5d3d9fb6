import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import type { HelpRequest } from '#order/order.ts'
import { HELP_KINDS } from '#order/texts/order-words.ts'
import { createRequestState } from './help-requests.store.ts'
import { REQUEST_STATES, type RequestState, STATE_ACTIONS } from './help-requests.ts'

interface RequestTextProps {
  orderId: string
  request: HelpRequest
  /** Shows the state that was saved. */
  onSaved: (state: RequestState) => void
}

/** What a customer reported, its state, and the buttons that set another. */
export function RequestText({ orderId, request, onSaved }: RequestTextProps) {
  const { kind, at, text, state } = request
  const [store] = useState(() => createRequestState(orderId))
  const isSaving = useStore(store.$submission).state === 'sending'
  const others = (Object.keys(STATE_ACTIONS) as RequestState[]).filter((other) => other !== state)
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">{HELP_KINDS[kind]}</span>
        <span
          role="status"
          className={state === 'open' ? 'font-semibold text-amber' : 'text-muted'}
        >
          {REQUEST_STATES[state]}
        </span>
        <time dateTime={at} className="text-muted">
          {formatMoment(at)}
        </time>
      </p>
      <p>
        <UntrustedText isWhole>{text}</UntrustedText>
      </p>
      <p className="flex flex-wrap gap-3" data-no-print>
        {others.map((other) => (
          <Button
            key={other}
            isBusy={isSaving}
            about={`the request for order ${orderId}`}
            onClick={() => void store.set(other, onSaved)}
          >
            {STATE_ACTIONS[other]}
          </Button>
        ))}
      </p>
    </div>
  )
}
