import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { LoadProblem } from '#admin/kit/LoadProblem.tsx'
import { ChatsCount } from '#desk/reach/messages/ChatsCount.tsx'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { submissionProblem } from '#kit/form/submit.ts'
import { paths } from '#paths.ts'
import { unsavedSentence } from './pressed.ts'
import type { QueueStore, Shown } from './queue.store.ts'

interface QueuePageProps {
  title: string
  /** How many orders are left. Nothing until that is known: its line takes its room from the start. */
  counts: ReactNode
  store: QueueStore
  /** Shown once no order is left. */
  end: {
    /** Undefined until it is known. */
    sentence: string | undefined
    /** Where the work goes on. */
    next: { label: string; href: string }
    /** Those that come later. */
    list?: ReactNode
  }
  children: (shown: Shown) => ReactNode
}

/** A queue of orders, one at a time on the whole screen, for one thumb. */
export function QueuePage({ title, counts, store, end, children }: QueuePageProps) {
  const view = useStore(store.$remote)
  const shown = useStore(store.$shown)
  const isLoading = view.state === 'loading' || (view.state === 'ready' && view.isLoading)
  const isEmpty = view.state === 'ready' && !isLoading && !shown
  const page = useRef<HTMLDivElement>(null)
  const id = shown?.found.order.id

  // The button that was pressed goes with its order.
  useEffect(
    () => () => {
      if (id && document.activeElement === document.body)
        page.current?.focus({ preventScroll: true })
    },
    [id],
  )

  return (
    <div ref={page} tabIndex={-1} className="action-bar-page flex flex-col gap-3 outline-none">
      <div className="page-title mb-0! justify-between">
        <h1>{title}</h1>
        <a href={paths.adminOrders} className="touch-link text-base">
          Orders
        </a>
      </div>
      <p className="text-muted">
        {counts || '\u00a0'}
        <ChatsCount texts={store.texts} isAnyLeft={!isEmpty} />
      </p>
      <p role="status" className="text-muted empty:hidden">
        {(isLoading || (isEmpty && end.sentence === undefined)) && 'Loading the next order...'}
      </p>
      {view.state === 'failed' && (
        <LoadProblem
          title="The next order could not be loaded."
          error={view.error}
          onRetry={() => void store.load()}
        />
      )}
      {isEmpty && end.sentence !== undefined && (
        <>
          <NothingLeft end={end} store={store} />
          {/* At the foot of the screen: a row of the list that was pressed may be far below. */}
          <Unsaved store={store} className="action-bar" />
        </>
      )}
      {shown && children(shown)}
    </div>
  )
}

function NothingLeft({ end, store }: Pick<QueuePageProps, 'end' | 'store'>) {
  const skipped = useStore(store.$skipped)
  return (
    <div className="grid gap-3">
      <p>{end.sentence}</p>
      <div className="flex flex-wrap items-center gap-3">
        <a href={end.next.href} className={buttonClass('primary')}>
          {end.next.label}
        </a>
        <Button onClick={() => void store.load()}>Look for more orders</Button>
        {skipped.length > 0 && (
          <Button onClick={() => void store.showSkipped()}>Show those passed over</Button>
        )}
        <Undo store={store} />
      </div>
      {end.list}
    </div>
  )
}

interface QueueBarProps {
  store: QueueStore
  /** The buttons of the order. */
  children: ReactNode
}

/** At the foot of the screen: why the last press is not saved, or may not be, Undo, the next order, and what is pressed for this one. */
export function QueueBar({ store, children }: QueueBarProps) {
  const isSending = useStore(store.$submission).state === 'sending'
  return (
    <div className="action-bar">
      <Unsaved store={store} />
      <div className="flex items-center gap-2 *:px-0!">
        <Undo store={store} />
        <Button
          variant="quiet"
          isBusy={isSending}
          className="ms-auto shrink-0"
          onClick={() => void store.skip()}
        >
          Next order
        </Button>
      </div>
      {children}
    </div>
  )
}

function Unsaved({ store, className = '' }: { store: QueueStore; className?: string }) {
  const submission = useStore(store.$submission)
  const problem = submissionProblem(submission, unsavedSentence)
  return (
    <div role="status" className={`empty:hidden ${className}`}>
      {problem && (
        <p className="flex flex-wrap items-center gap-x-3 pb-2 text-danger">
          {problem}
          {submission.state === 'failed' && (
            <Button onClick={() => void store.retry()}>Retry</Button>
          )}
        </p>
      )}
    </div>
  )
}

/** Takes back what was pressed last, and shows its order again. */
function Undo({ store }: { store: QueueStore }) {
  const last = useStore(store.$done).at(-1)
  const isSending = useStore(store.$submission).state === 'sending'
  if (!last) return null
  const { about, rows } = last
  const whose = rows.length > 1 ? `${rows.length} orders` : <bdi>{about.fullName}</bdi>
  return (
    <Button
      variant="quiet"
      isBusy={isSending}
      className="min-w-0 px-0! text-start leading-tight [overflow-wrap:anywhere]"
      onClick={() => void store.undo()}
    >
      <span className="line-clamp-2">
        Undo {about.name} of {whose}
      </span>
    </Button>
  )
}
