import { useStore } from '@nanostores/react'
import type { Dashboard } from '#admin/dashboard/dashboard.ts'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import type { Stages } from '#admin/order/stages.ts'
import { island } from '#kit/island/island.tsx'
import { ArrowIcon } from '#kit/view/icons.tsx'
import { quietLines } from './quiet-lines.ts'
import { type TodayStore, today } from './today.store.ts'
import { nextDue, type QuietLine, setUpLines, todayLines } from './today.ts'

export const TodayIsland = island(Today, () => today)

/** It waits for the figures too, so that no line comes late and moves what stands below. */
function Today({ store: { stages, $dashboard } }: { store: TodayStore }) {
  const remote = useStore($dashboard)
  const isLoading = remote.state === 'loading'
  const dashboard = remote.state === 'ready' ? remote.value : undefined
  const counted = useStore(stages.$remote)
  return (
    <section aria-labelledby="today" className="mb-8" data-loading={isLoading || undefined}>
      <h2 id="today" className="mb-2 text-h3">
        Today
      </h2>
      {isLoading ? (
        <p className="text-muted">Loading today...</p>
      ) : (
        <RemoteView remote={stages} name="work of today">
          {(counted) => <Work counted={counted} dashboard={dashboard} />}
        </RemoteView>
      )}
      {dashboard && counted.state === 'ready' && (
        <Quiet lines={quietLines(dashboard, counted.value)} />
      )}
    </section>
  )
}

function Work({ counted, dashboard }: { counted: Stages; dashboard: Dashboard | undefined }) {
  const lines = todayLines(counted, dashboard?.openRequests ?? 0)
  const setUp = dashboard ? setUpLines(dashboard) : []
  const next = nextDue(counted)
  return (
    <div className="grid items-start gap-x-8 gap-y-3 lg:grid-cols-2">
      {lines.length > 0 ? (
        <div className="grid gap-2 sm:max-w-md">
          <ul className="grid gap-2">
            {lines.map(({ count, words, href }, nth) => (
              <li key={words}>
                <a href={href} className={rowClass(nth === 0)}>
                  <span className="min-w-10 text-h3 font-semibold tabular-nums">{count}</span>{' '}
                  <span className="me-auto">{words}</span>
                  <ArrowIcon />
                </a>
              </li>
            ))}
          </ul>
          {next && <p className="text-sm text-muted">{next}</p>}
        </div>
      ) : (
        <p>
          <span className="font-semibold">Nothing to do now.</span>{' '}
          {next ?? 'New orders appear here as they come.'}
        </p>
      )}
      {setUp.length > 0 && <SetUp lines={setUp} isNext={lines.length === 0} />}
    </div>
  )
}

function SetUp({ lines, isNext }: { lines: readonly QuietLine[]; isNext: boolean }) {
  return (
    <section aria-labelledby="set-up" className="sm:max-w-md">
      <h3 id="set-up" className="mb-2 font-body text-base font-semibold">
        To set up
      </h3>
      <ul className="grid gap-2">
        {lines.map(({ text, href }, nth) => (
          <li key={text}>
            {href ? (
              <a href={href} className={rowClass(isNext && nth === 0)}>
                <span className="me-auto">{text}</span>
                <ArrowIcon />
              </a>
            ) : (
              <p className="py-2 text-sm text-muted [overflow-wrap:anywhere]">{text}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Quiet({ lines }: { lines: readonly QuietLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="mt-3 grid max-w-prose text-sm">
      {lines.map(({ text, href }) => (
        <li key={text}>
          {href ? (
            <a href={href} className="text-link inline-flex min-h-touch min-w-touch items-center">
              {text}
            </a>
          ) : (
            <p className="py-1">{text}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The next step is filled. */
function rowClass(isNext: boolean): string {
  const look = isNext
    ? 'border-transparent bg-forest text-on-forest hover:bg-forest-deep'
    : 'border-line hover:bg-sand'
  return `flex min-h-12 items-center gap-2 rounded-md border px-3 ${look}`
}
