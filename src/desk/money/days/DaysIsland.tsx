import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { optionsOf } from '#admin/kit/Select.tsx'
import { forwardUrl } from '#config/whatsapp.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { DaysFigures } from './DaysFigures.tsx'
import { createDays, type DaysStore, type ShownDays } from './days.store.ts'
import { daysOf, RANGES, type Range, wholeDays } from './days.ts'
import { formatDays, toFigureText } from './figures.ts'

export const DaysIsland = island(DaysPage, createDays)

function DaysPage({ store }: { store: DaysStore }) {
  return (
    <div className="grid gap-4">
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
  const [isOpen, setIsOpen] = useState(false)
  const shown = (Object.keys(RANGES) as Range[]).find((range) => {
    const { from, until } = daysOf(range)
    return from === days.from && until === days.until
  })
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {optionsOf(RANGES).map(({ value, label }) => (
          <Button
            key={value}
            aria-pressed={value === shown}
            className="px-3! aria-pressed:bg-sand"
            onClick={() => void store.show(daysOf(value))}
          >
            {label}
          </Button>
        ))}
      </div>
      {/* Days that are typed may be those of a button on their way. */}
      <details
        open={isOpen || shown === undefined}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary className="min-h-touch cursor-pointer py-2">Other days</summary>
        <div className="flex flex-wrap gap-3">
          {(['from', 'until'] as const).map((end) => (
            <DayField
              key={end}
              label={end === 'from' ? 'From' : 'Until'}
              name={end}
              day={days[end]}
              onDay={(day) => void store.show({ [end]: day })}
            />
          ))}
        </div>
      </details>
    </div>
  )
}

interface DayFieldProps {
  label: string
  name: string
  day: string
  onDay: (day: string) => void
}

/** What is typed is no day at times: a value that came back then would take its digits. */
function DayField({ day, onDay, ...field }: DayFieldProps) {
  const [isComplete, setIsComplete] = useState(true)
  return (
    <Field
      {...field}
      className="min-w-0 grow basis-32 sm:grow-0 sm:basis-44"
      type="date"
      value={isComplete ? day : ''}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setIsComplete(typed !== '')
        if (typed) onDay(typed)
      }}
      onBlur={() => setIsComplete(true)}
    />
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
          Figures to WhatsApp
        </a>
        <Button onClick={() => store.exportCsv(shown)}>Export CSV</Button>
      </div>
    </div>
  )
}
