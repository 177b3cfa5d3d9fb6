import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { OrderSummary } from '#admin/order/orders.ts'
import { cleanTrackingNumber, TRACKING_NUMBER_HINT } from '#admin/order/tracking-number.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
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
        {orders.map((order, place) => (
          <li key={order.id}>
            <TrackingBox
              order={order}
              value={numbers.get(order.id) ?? ''}
              problem={problems.get(order.id)}
              onType={(text) => type(order.id, text)}
              onKeyDown={(event) => goToNext(event, place)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface BoxProps {
  order: OrderSummary
  value: string
  problem: NumberProblem | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function TrackingBox({ order, value, problem, onType, onKeyDown }: BoxProps) {
  const { id, status, fullName, trackingNumber } = order
  const problemId = `tracking-${id}-problem`
  return (
    <>
      <label className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-3">
        <span className="min-w-0 text-start text-sm">
          <span className="font-medium">{id}</span>
          {STATUS_TABLE[status].isFinal && ` (${statusName(status).toLowerCase()})`}
          <UntrustedText>{fullName}</UntrustedText>
        </span>
        <input
          name={`tracking-${id}`}
          aria-label={`Tracking number for ${id}`}
          aria-invalid={problem?.isInvalid}
          aria-describedby={problem && problemId}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          placeholder={trackingNumber}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={(event) => onType(cleanTrackingNumber(event.currentTarget.value))}
          onKeyDown={onKeyDown}
          className="min-h-touch w-full min-w-0 rounded-md border border-edge bg-paper px-3 text-base aria-invalid:border-2 aria-invalid:border-danger"
        />
      </label>
      {problem && (
        <p id={problemId} className={`text-sm ${problem.isInvalid ? 'text-danger' : 'text-amber'}`}>
          {problem.text}
        </p>
      )}
    </>
  )
}
