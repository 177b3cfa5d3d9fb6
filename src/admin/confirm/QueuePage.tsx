import type { ReactNode } from 'react'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { LoadProblem } from '#kit/remote/LoadProblem.tsx'

interface QueuePageProps {
  title: string
  /** How many are left. */
  counts: ReactNode
  /** What comes next: `order`, `customer`. */
  noun: string
  state: { step: string; error?: unknown }
  onReload: () => Promise<void>
  /** In place of the order once none is left. */
  end: QueueEnd
  children: ReactNode
}

interface QueueEnd {
  sentence: string
  /** Where the work goes on. */
  link: { href: string; label: string }
}

/** A queue of orders, one at a time on the whole screen, for one thumb. */
export function QueuePage({ title, counts, noun, state, onReload, end, children }: QueuePageProps) {
  const { step, error } = state
  return (
    <div className="action-bar-page flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h3">{title}</h1>
        {counts}
      </div>
      <p role="status" className="text-muted empty:hidden">
        {step === 'loading' && `Loading the next ${noun}...`}
      </p>
      {step === 'failed' && (
        <LoadProblem
          title={`The next ${noun} could not be loaded.`}
          error={error}
          onRetry={() => void onReload()}
        />
      )}
      {step === 'done' && <NothingLeft end={end} onReload={onReload} />}
      {children}
    </div>
  )
}

function NothingLeft({ end, onReload }: Pick<QueuePageProps, 'end' | 'onReload'>) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>{end.sentence}</p>
      <div className="flex flex-wrap gap-3">
        <a href={end.link.href} className={buttonClass('primary')}>
          {end.link.label}
        </a>
        <Button variant="secondary" onClick={() => void onReload()}>
          Look again
        </Button>
      </div>
    </div>
  )
}
