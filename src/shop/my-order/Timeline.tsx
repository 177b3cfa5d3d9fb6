import { formatMoment } from '#kit/dates.ts'
import { CheckIcon } from '#kit/view/icons.tsx'
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { type TimelineStep, timeline } from '#order/timeline.ts'

export function Timeline({ order }: { order: Order }) {
  // On a phone the order stands below: a step that is reached takes a line for its time, and the current one its message.
  const room = statusDefinition(order.status).isFinal ? '' : 'min-h-85 md:min-h-0'
  return (
    <section aria-label="Progress" data-no-print>
      <ol className={`grid content-start ${room}`}>
        {timeline(order).map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step }: { step: TimelineStep }) {
  return (
    <li
      aria-current={step.isCurrent ? 'step' : undefined}
      className="group grid grid-cols-[2.5rem_1fr] gap-4"
    >
      <span className="flex flex-col items-center" aria-hidden="true">
        <span
          className={`grid size-10 place-items-center rounded-full border ${
            step.isDone ? 'border-forest bg-forest text-on-forest' : 'border-edge text-muted'
          }`}
        >
          {step.isDone && <CheckIcon />}
        </span>
        <span className="min-h-6 w-px flex-1 bg-line group-last:hidden" />
      </span>
      <div className="pt-1.5 pb-6">
        <p className={step.isDone ? 'font-semibold' : 'text-muted'}>
          {step.name}
          <span className="sr-only">{step.isDone ? ', done' : ', not yet'}</span>
        </p>
        {step.at && (
          <p className="text-sm text-muted">
            <time dateTime={step.at}>{formatMoment(step.at)}</time>
          </p>
        )}
        {step.message && <p className="mt-1">{step.message}</p>}
      </div>
    </li>
  )
}
