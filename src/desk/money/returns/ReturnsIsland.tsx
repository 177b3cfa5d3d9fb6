import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { CameraScan } from '#desk/camera/CameraScan.tsx'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { island } from '#kit/island/island.tsx'
import { countOf } from '#kit/text.ts'
import { createReturns, type ReturnsStore } from './returns.store.ts'
import { ACT_HINTS, CHECK_IN_ACTS, type CheckInAct } from './returns.ts'
import { ScanList } from './ScanList.tsx'

export const ReturnsIsland = island(ReturnsDesk, () => createReturns())

/** What is done with each parcel, one field, and what the last scans came to. */
function ReturnsDesk({ store }: { store: ReturnsStore }) {
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector<HTMLElement>('input[type=text]')?.focus()
  useEffect(focus, [])
  return (
    <div className="grid gap-4">
      <form
        ref={form}
        aria-label="Check in"
        className="grid gap-4"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          const field = event.currentTarget.elements.namedItem('code') as HTMLInputElement
          void store.scan(field.value)
          field.value = ''
          field.focus()
        }}
      >
        <Acts store={store} onChoose={focus} />
        <CodeField store={store} />
        <CameraScan onRead={(text) => void store.scan(text)} />
      </form>
      <Unsent store={store} onRetry={focus} />
      <ScanList store={store} onDone={focus} />
    </div>
  )
}

function Acts({ store, onChoose }: { store: ReturnsStore; onChoose: () => void }) {
  const act = useStore(store.$act)
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Each parcel is</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(CHECK_IN_ACTS) as CheckInAct[]).map((value) => (
          <label
            key={value}
            className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border border-edge px-3 hover:bg-sand has-checked:border-forest has-checked:bg-sand has-checked:font-semibold"
          >
            <input
              type="radio"
              name="act"
              value={value}
              checked={value === act}
              onChange={() => store.choose(value)}
              // The arrows of the keyboard choose as well, and must not leave the group.
              onClick={({ detail }) => detail > 0 && onChoose()}
              className="size-5 accent-forest"
            />
            {CHECK_IN_ACTS[value]}
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">{ACT_HINTS[act]}</p>
    </fieldset>
  )
}

function CodeField({ store }: { store: ReturnsStore }) {
  const act = useStore(store.$act)
  return (
    <div className="flex max-w-xl items-end gap-2">
      <Field
        label={`Scan or type: ${CHECK_IN_ACTS[act]}`}
        name="code"
        type="text"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        className="min-w-0 flex-1"
      />
      <Button variant="primary" type="submit">
        Enter
      </Button>
    </div>
  )
}

/** What had no response, by name. */
function Unsent({ store, onRetry }: { store: ReturnsStore; onRetry: () => void }) {
  const unsent = useStore(store.$unsent)
  return (
    <div role="alert">
      {unsent.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border border-danger p-3">
          <p className="min-w-0 flex-1 text-danger [overflow-wrap:anywhere]">
            {countOf(unsent.length, 'scan')} had no response:{' '}
            {unsent.map(({ code }) => code).join(', ')}
          </p>
          <Button
            variant="primary"
            onClick={() => {
              onRetry()
              void store.retry()
            }}
          >
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
