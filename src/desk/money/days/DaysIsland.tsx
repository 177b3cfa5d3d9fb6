import { useStore } from '@nanostores/react'
import { forwardUrl } from '#config/whatsapp.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { DaysFigures } from './DaysFigures.tsx'
import { createDays, type DaysStore, type ShownDays } from './days.store.ts'
import { daysOf, RANGES, type Range, wholeDays } from './days.ts'
import { formatDays, toFigureText } from './figures.ts'

export const DaysIsland = island(DaysPage, createDays)

function DaysPage({ store }: { store: DaysStore }) {
  return (
    <div className="grid gap-8">
      <DaysForm store={store} />
      <RemoteView remote={store} name="figures" showsReload>
        {(shown) => (
          <div className="grid gap-8">
            <Heading shown={shown} store={store} />
            <DaysFigures figures={shown.figures} />
          </div>
        )}
      </RemoteView>
    </div>
  )
}

function DaysForm({ store }: { store: DaysStore }) {
  const days = wholeDays(useStore(store.$query))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex flex-wrap gap-2">
        {(Object.keys(RANGES) as Range[]).map((range) => {
          const of = daysOf(range)
          const isShown = of.from === days.from && of.until === days.until
          return (
            <Button
              key={range}
              variant="secondary"
              aria-pressed={isShown}
              className="px-3! aria-pressed:bg-sand"
              onClick={() => void store.show(of)}
            >
              {RANGES[range]}
            </Button>
          )
        })}
      </div>
      {(['from', 'until'] as const).map((end) => (
        <Field
          key={end}
          className="min-w-0 grow basis-32 sm:grow-0 sm:basis-44"
          label={end === 'from' ? 'From' : 'Until'}
          name={end}
          type="date"
          value={days[end]}
          onChange={(event) => {
            const day = event.currentTarget.value
            if (day) void store.show({ [end]: day })
          }}
        />
      ))}
    </div>
  )
}

/** The days, and the figures to take away. */
function Heading({ shown, store }: { shown: ShownDays; store: DaysStore }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h2 className="me-auto text-h3">{formatDays(shown.days)}</h2>
      <div className="flex flex-wrap gap-3">
        <a
          href={forwardUrl(toFigureText(shown.figures, shown.days))}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('primary')}
        >
          WhatsApp
        </a>
        <Button variant="secondary" onClick={() => store.exportCsv(shown)}>
          Export CSV
        </Button>
      </div>
    </div>
  )
}
