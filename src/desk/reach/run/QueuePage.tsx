import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { LoadProblem } from '#kit/remote/LoadProblem.tsx'
import { ChatsCount } from './ChatsCount.tsx'
import { type Queue, shownIn } from './queue.ts'
import type { Texts } from './telling.store.ts'

interface QueuePageProps<Shown> {
  title: string
  /** How many are left, once that is known. */
  counts: ReactNode
  /** What comes next: `order`, `customer`. */
  noun: string
  queue: Pick<Queue<Shown>, '$remote' | 'load'> & { texts: Texts }
  /** In place of the order once none is left. */
  end: QueueEnd
  children: (shown: Shown) => ReactNode
}

interface QueueEnd {
  sentence: string | undefined
  /** Of the order before. */
  problem?: string | undefined
  /** Where the work goes on. */
  link: { href: string; label: string }
  /** What else can be done then. */
  acts?: ReactNode
  /** What is left for later. */
  list?: ReactNode
}

/** A queue of orders, one at a time on the whole screen, for one thumb. */
export function QueuePage<Shown>({
  title,
  counts,
  noun,
  queue: { $remote, load, texts },
  end,
  children,
}: QueuePageProps<Shown>) {
  const view = useStore($remote)
  const shown = shownIn(view)
  const isLoading = view.state === 'loading' || (view.state === 'ready' && view.isLoading)
  return (
    <div className="action-bar-page flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h3">{title}</h1>
        {counts !== undefined && (
          <p className="text-muted">
            {counts}
            <ChatsCount texts={texts} />
          </p>
        )}
      </div>
      <p role="status" className="text-muted empty:hidden">
        {isLoading && `Loading the next ${noun}...`}
      </p>
      {view.state === 'failed' && (
        <LoadProblem
          title={`The next ${noun} could not be loaded.`}
          error={view.error}
          onRetry={() => void load()}
        />
      )}
      {view.state === 'ready' && !isLoading && !shown && <NothingLeft end={end} onReload={load} />}
      {shown && children(shown)}
    </div>
  )
}

function NothingLeft({ end, onReload }: { end: QueueEnd; onReload: () => Promise<void> }) {
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
        {end.acts}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {end.problem}
      </p>
      {end.list && <div className="grid w-full gap-4">{end.list}</div>}
    </div>
  )
}
