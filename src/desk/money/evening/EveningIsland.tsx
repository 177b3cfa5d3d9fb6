import { useStore } from '@nanostores/react'
import { forwardUrl } from '#config/whatsapp.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { daysOf, RANGES, type Range, wholeDays } from './days.ts'
import { EveningFigures } from './EveningFigures.tsx'
import { createEvening, type EveningStore, type ShownEvening } from './evening.store.ts'
import { formatDays, toEveningText } from './evening.ts'

export const EveningIsland = island(EveningPage, createEvening)

function EveningPage({ store }: { store: EveningStore }) {
  return (
    <div className="grid gap-8">
      <DaysForm store={store} />
      <RemoteView remote={store} name="figures" showsReload>
        {(shown) => (
          <div className="grid gap-8">
            <Heading shown={shown} store={store} />
            <EveningFigures evening={shown.evening} />
          </div>
        )}
      </RemoteView>
    </div>
  )
}

function DaysForm({ store }: { store: EveningStore }) {
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
              variant={isShown ? 'primary' : 'secondary'}
              aria-pressed={isShown}
              className="px-3!"
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
function Heading({ shown, store }: { shown: ShownEvening; store: EveningStore }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h2 className="me-auto text-h3">{formatDays(shown.days)}</h2>
      <div className="flex flex-wrap gap-3">
        <a
          href={forwardUrl(toEveningText(shown.evening, shown.days))}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary')}
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
