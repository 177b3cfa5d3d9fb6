import { useStore } from '@nanostores/react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { OrderSummary } from '#admin/order/orders.ts'
import { cleanTrackingNumber, TRACKING_NUMBER_HINT } from '#admin/order/tracking-number.ts'
import { formatNumbers } from '#desk/files/numbers/match-numbers.ts'
import { NumbersPreview } from '#desk/files/numbers/NumbersPreview.tsx'
import type { NumberedOrder } from '#desk/files/numbers/numbered-order.ts'
import { createNumbers, type Receivers } from '#desk/files/numbers/numbers.store.ts'
import { hasSeveralCells } from '#desk/files/numbers/read-rows.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { STATUS_TABLE, statusName } from '#order/status.ts'
import { amountToCollect } from '#order/sums.ts'
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
  const [found] = useState(() => createNumbers())
  const view = useStore(found.$view)
  const [message, setMessage] = useState<{ text: string; problems: string[] }>()

  function setNumbers(changed: Iterable<readonly [string, string]>): void {
    bulk.choose({ numbers: new Map([...bulk.$choice.get().numbers, ...changed]) })
  }

  function goToNext(event: KeyboardEvent, place: number): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = list.current?.querySelectorAll('input')[place + 1]
    next?.focus()
    next?.select()
    setMessage(next ? undefined : { text: 'That was the last box.', problems: [] })
  }

  function paste(event: ClipboardEvent, place: number): void {
    const text = event.clipboardData.getData('text')
    if (!hasSeveralCells(text, new Set(orders.map(({ id }) => id)))) return
    event.preventDefault()
    void found.paste(text, receiversAt(place)).then(fillByIds)
  }

  /** A column may begin at the box with the focus, at the first one, or go to the empty ones. */
  function receiversAt(place: number): Receivers {
    const all = orders.map(toNumbered)
    const empty = all.filter(({ id, trackingNumber }) => !trackingNumber && !numbers.get(id))
    return { orders: all, sequences: [all.slice(place), all, empty] }
  }

  /** What names its orders needs no question. */
  function fillByIds(): void {
    const view = found.$view.get()
    if (view.step !== 'preview' || view.matching.columns.length > 0) return
    const { matches, problems, mayBeWithout } = view.matching
    if (mayBeWithout || matches.some(({ by }) => by !== 'id')) return
    fillIn(new Map(matches.map(({ order, number }) => [order.id, number])), problems)
  }

  function fillIn(filled: ReadonlyMap<string, string>, problems: string[]): void {
    found.clear()
    setNumbers(filled)
    setMessage({ text: `${formatNumbers(filled.size)} filled in.`, problems })
  }

  return (
    <div className="grid max-h-[min(50dvh,30rem)] gap-2 overflow-y-auto overscroll-contain rounded-md border border-line p-3">
      <p className="text-sm text-muted">
        Type or scan: Enter goes to the next box. Pasted lines such as “{orders[0]?.id}, number”
        fill the boxes of their orders; of a column of numbers you are asked whose is whose.{' '}
        {TRACKING_NUMBER_HINT}
      </p>
      <div role="status" className="empty:hidden">
        {message && (
          <>
            <p className="font-medium">{message.text}</p>
            <ul className="text-danger">
              {message.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {view.step === 'failed' && view.problem}
      </p>
      {view.step === 'preview' && (
        <NumbersPreview
          view={view}
          action="Fill in"
          onColumn={(column) => void found.chooseColumn(column).then(fillByIds)}
          onWithout={(id) => void found.leaveWithout(id)}
          onAccept={(filled) => fillIn(filled, view.matching.problems)}
          onCancel={found.clear}
        />
      )}
      <ul ref={list} className="grid max-w-2xl gap-2">
        {orders.map((order, place) => (
          <li key={order.id}>
            <TrackingBox
              order={order}
              value={numbers.get(order.id) ?? ''}
              problem={problems.get(order.id)}
              onType={(text) => setNumbers([[order.id, text]])}
              onKeyDown={(event) => goToNext(event, place)}
              onPaste={(event) => paste(event, place)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function toNumbered(order: OrderSummary): NumberedOrder {
  return { ...order, toCollect: amountToCollect(order) }
}

interface BoxProps {
  order: OrderSummary
  value: string
  problem: NumberProblem | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

function TrackingBox({ order, value, problem, onType, onKeyDown, onPaste }: BoxProps) {
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
          onPaste={onPaste}
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
