import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { OrderSummary } from '#admin/order/orders.ts'
import { cleanTrackingNumber, TRACKING_NUMBER_HINT } from '#admin/order/tracking-number.ts'
import { Field } from '#kit/form/Field.tsx'
import { STATUS_TABLE, statusName } from '#order/status.ts'
import type { BulkStore } from './bulk.store.ts'
import type { NumberProblem } from './plan.ts'

interface Props {
  bulk: BulkStore
  orders: readonly OrderSummary[]
  problems: ReadonlyMap<string, NumberProblem>
}

/** A box for each order, in the order of the list. Enter, which scanners send too, goes to the next one. */
export function TrackingBoxes({ bulk, orders, problems }: Props) {
  const { numbers } = useStore(bulk.$choice)
  const list = useRef<HTMLUListElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(false)

  function type(id: string, text: string): void {
    bulk.choose({ numbers: new Map([...bulk.$choice.get().numbers, [id, text]]) })
  }

  function goToNext(event: KeyboardEvent, place: number): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = list.current?.querySelectorAll('input')[place + 1]
    next?.focus()
    next?.select()
    setIsAtEnd(!next)
  }

  return (
    <div className="grid max-h-[min(50dvh,30rem)] gap-2 overflow-y-auto overscroll-contain rounded-md border border-line p-3">
      <p className="text-sm text-muted">
        Type or scan: Enter goes to the next box. {TRACKING_NUMBER_HINT}
      </p>
      <p role="status" className="font-medium empty:hidden">
        {isAtEnd && 'That was the last box.'}
      </p>
      <ul ref={list} className="grid max-w-2xl gap-2">
        {orders.map(({ id, status, fullName, trackingNumber }, place) => {
          const problem = problems.get(id)
          const end = STATUS_TABLE[status].isFinal ? ` (${statusName(status).toLowerCase()})` : ''
          return (
            <li key={id}>
              <Field
                // An Urdu name does not turn the id before it.
                label={`${id}${end}\n\u2068${fullName}\u2069`}
                aria-label={`Tracking number for ${id}`}
                name={`tracking-${id}`}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="next"
                placeholder={trackingNumber}
                value={numbers.get(id) ?? ''}
                error={problem?.isInvalid ? problem.text : undefined}
                hint={problem?.isInvalid ? undefined : problem?.text}
                onChange={(event) => type(id, event.currentTarget.value)}
                onBlur={(event) => type(id, cleanTrackingNumber(event.currentTarget.value))}
                onKeyDown={(event) => goToNext(event, place)}
                className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-3 [&>p]:col-span-2 [&>p]:text-sm [&>[id$=hint]]:text-amber"
                labelClass="mb-0! text-sm whitespace-pre-line [overflow-wrap:anywhere]"
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
