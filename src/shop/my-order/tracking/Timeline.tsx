/* How far an order is: its steps in a row, with the words of the current one (docs/product.md, rules 7.6 and 7.7). */
import type { ReactNode } from 'react'
import { formatDayOfYear, formatMoment, formatTime } from '#kit/dates.ts'
import { CheckIcon } from '#kit/view/icons.tsx'
import { isExpected, type Order } from '#order/order.ts'
import { type TimelineStep, timeline } from '#order/timeline.ts'
import { WhereIsIt } from '#shop/my-order/page/WhereIsIt.tsx'

export function Timeline({ order, children }: { order: Order; children?: ReactNode }) {
  const steps = timeline(order)
  const current = steps.find(({ isCurrent }) => isCurrent)
  // Each status of an order that is expected takes the same room, so that the page follows it without moving.
  const room = isExpected(order) ? 'min-h-44 sm:min-h-27' : ''
  return (
    <section aria-label="Progress" className="grid gap-4" data-no-print>
      <ol
        className={
          steps.length > 1
            ? 'grid grid-cols-[repeat(auto-fit,minmax(min(4.25rem,100%),1fr))] gap-y-4 isolate overflow-hidden'
            : ''
        }
      >
        {steps.map((step) => (
          <Step key={step.name} step={step} isOnly={steps.length === 1} />
        ))}
      </ol>
      {current && (
        <div className={`grid content-start gap-2 ${room}`}>
          {current.message && <p className="font-semibold">{current.message}</p>}
          <WhereIsIt order={order} />
        </div>
      )}
      {children}
    </section>
  )
}

function Step({ step, isOnly }: { step: TimelineStep; isOnly: boolean }) {
  const layout = isOnly ? 'flex items-center gap-3' : 'grid justify-items-center gap-2 text-center'
  return (
    <li
      aria-current={step.isCurrent ? 'step' : undefined}
      className={`group relative content-start text-sm [overflow-wrap:anywhere] ${layout}`}
    >
      {!isOnly && (
        <span
          aria-hidden="true"
          className={`absolute inset-s-[-50%] top-4 h-px w-full group-first:hidden ${step.isDone ? 'bg-forest' : 'bg-line'}`}
        />
      )}
      <span
        aria-hidden="true"
        className={`relative z-10 grid size-8 shrink-0 place-items-center rounded-full border ${
          step.isDone ? 'border-forest bg-forest text-on-forest' : 'border-edge bg-paper'
        }`}
      >
        {step.isDone && <CheckIcon />}
      </span>
      <div>
        <p className={step.isDone ? 'font-semibold' : 'text-muted'}>
          {step.name}
          <span className="sr-only">{step.isDone ? ', done' : ', not yet'}</span>
        </p>
        {step.at && <StepTime at={step.at} isOnly={isOnly} />}
      </div>
    </li>
  )
}

/** In short where four stand beside each other on a phone. */
function StepTime({ at, isOnly }: { at: string; isOnly: boolean }) {
  return (
    <p className="text-muted">
      <time dateTime={at} className={isOnly ? 'hidden' : 'md:hidden'}>
        <span className="block">{formatDayOfYear(at)}</span>
        <span className="block whitespace-nowrap">{formatTime(at)}</span>
      </time>
      <time dateTime={at} className={isOnly ? '' : 'max-md:hidden'}>
        {formatMoment(at)}
      </time>
    </p>
  )
}
