import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Select } from '#admin/kit/Select.tsx'
import { useTicks } from '#admin/kit/useTicks.ts'
import { formatSum } from '#config/currency.ts'
import { otherCash } from '#desk/files/other-cash.ts'
import { Sentences } from '#desk/files/Sentences.tsx'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { countOf } from '#kit/text.ts'
import type { Match, MatchedBy } from './match-numbers.ts'
import type { NumbersStore, NumbersView } from './numbers.store.ts'

export interface NumbersProps {
  numbers: NumbersStore
  /** Says which orders stay without a number when these have theirs. */
  staysWithout: (numbered: ReadonlySet<string>) => ReactNode
  onAccept: (numbers: ReadonlyMap<string, string>) => void
  /** Accepts them, and hands the parcels over. */
  onShip: (numbers: ReadonlyMap<string, string>) => void
}

interface Props extends NumbersProps {
  view: Extract<NumbersView, { step: 'preview' }>
}

/** Which number goes to which order and why, before anything is filled in. Each has a tick. */
export function NumbersPreview({ view, numbers, staysWithout, onAccept, onShip }: Props) {
  const { list, matching } = view
  const { matches, problems, columns, mayBeWithout } = matching
  const { without = [] } = list
  const [unticked, toggle] = useTicks<string>()
  const [isRight, setIsRight] = useState(false)
  const taken = matches.filter(({ order }) => !unticked.has(order.id))
  const isByPlace = taken.some(({ by }) => by === 'place')
  const accepted = () => new Map(taken.map(({ order, number }) => [order.id, number]))
  const isRightWords = rightWords(taken)
  const whyNot =
    taken.length === 0
      ? 'Tick the numbers that are right first.'
      : isByPlace && !isRight && `Tick first: “${isRightWords}”.`
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Numbers that were found"
      className="grid gap-3 outline-none"
    >
      <p className="font-semibold">
        {matches.length === 0
          ? 'No number can be filled in.'
          : `${countOf(matches.length, 'number')} found.`}
      </p>
      {columns.length > 0 && (
        <Select
          label="Which column has the tracking numbers?"
          className="max-w-md"
          value={String(list.column ?? '')}
          options={[
            PLEASE_CHOOSE,
            ...columns.map(({ column, label }) => ({ value: String(column), label })),
          ]}
          onChange={(column) =>
            column !== '' && void numbers.readAgain({ ...list, column: Number(column) })
          }
        />
      )}
      <Sentences label="Left out" items={problems} className="text-danger" />
      {mayBeWithout && (
        <Select
          label="Which one has no number?"
          className="max-w-md"
          value=""
          options={[
            PLEASE_CHOOSE,
            ...mayBeWithout.map(({ id, fullName, city }) => ({
              value: id,
              label: `${fullName} · ${city} · ${id}`,
            })),
          ]}
          onChange={(id) =>
            id !== '' && void numbers.readAgain({ ...list, without: [...without, id] })
          }
        />
      )}
      {matches.length > 0 && <Matches matches={matches} unticked={unticked} onToggle={toggle} />}
      {matches.length > 0 && staysWithout(new Set(taken.map(({ order }) => order.id)))}
      {isByPlace && (
        <Checkbox
          checked={isRight}
          onChange={() => setIsRight(!isRight)}
          labelClass="flex font-medium"
        >
          {isRightWords}
        </Checkbox>
      )}
      {/* Beside rows of many screens. */}
      <div className="action-bar flex flex-wrap gap-3">
        {matches.length > 0 && (
          <>
            {/* Why not stands once, beside both. */}
            <Button variant="primary" isBusy={Boolean(whyNot)} onClick={() => onShip(accepted())}>
              Save and ship {taken.length}
            </Button>
            <Button whyNot={whyNot} onClick={() => onAccept(accepted())}>
              Save {countOf(taken.length, 'number')}
            </Button>
          </>
        )}
        <Button variant="quiet" onClick={numbers.clear}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

/** What is confirmed of numbers that go by their place. One alone has no order. */
function rightWords(taken: readonly Match[]): string {
  const [only, ...others] = taken
  if (!only || others.length > 0) return 'These are right, in this order'
  return `${only.number} is the number of ${only.order.fullName} (${only.order.id})`
}

const PLEASE_CHOOSE = { value: '', label: 'Please choose' }

const WAYS: Record<MatchedBy, string> = {
  id: 'by order id',
  phone: 'by phone and cash',
  place: 'by its place in the list',
}

interface MatchesProps {
  matches: readonly Match[]
  unticked: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** In three lines each, with a tick: a number, whose it is, and how that is known. A fourth where its cash is another. */
function Matches({ matches, unticked, onToggle }: MatchesProps) {
  return (
    <ol aria-label="Numbers and their orders" className="border-t border-line">
      {matches.map(({ order, number, by, inFile }) => (
        <li key={order.id} className="border-b border-line">
          <Checkbox
            checked={!unticked.has(order.id)}
            onChange={() => onToggle(order.id)}
            labelClass="flex py-1 has-[input:not(:checked)]:text-muted"
          >
            <span className="min-w-0 flex-1">
              <bdi dir="ltr" className="block font-semibold tabular-nums [overflow-wrap:anywhere]">
                {number}
              </bdi>
              <span className="flex items-baseline gap-x-2">
                <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{order.fullName}</bdi>
                <span className="whitespace-nowrap tabular-nums">{formatSum(order.toCollect)}</span>
              </span>
              <span className="block text-sm text-muted">
                {order.id} · <bdi>{order.city}</bdi> · {WAYS[by]}
                {order.trackingNumber && order.trackingNumber !== number && (
                  <span className="text-amber"> · replaces {order.trackingNumber}</span>
                )}
              </span>
              <span className="block text-amber empty:hidden">
                {otherCash(inFile, order.toCollect)}
              </span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ol>
  )
}
