import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import type { NotesStore } from './notes.store.ts'
import type { OrderNote } from './order-in-full.ts'

interface NotesProps {
  notes: readonly OrderNote[]
  store: NotesStore
}

/** What admins noted. No customer sees it. */
export function Notes({ notes, store }: NotesProps) {
  const text = useStore(store.$text)
  const problem = useStore(store.$problem)
  const isSaving = useStore(store.$submission).state === 'sending'
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <section aria-labelledby="notes" className="grid gap-4" data-no-print>
      <h2 id="notes" className="text-h3">
        Notes
      </h2>
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <Note
              key={note.id}
              note={note}
              onDelete={() => void store.remove(note.id).then(() => field.current?.focus())}
            />
          ))}
        </ul>
      )}
      <form
        aria-label="Note"
        onSubmit={(event) => {
          event.preventDefault()
          // For the next note.
          void store.add().then(() => field.current?.focus({ preventScroll: true }))
        }}
        className="grid justify-items-start gap-3"
      >
        <label htmlFor="field-note" className="font-medium">
          New Note
        </label>
        <textarea
          ref={field}
          id="field-note"
          name="note"
          dir="auto"
          rows={2}
          value={text}
          aria-invalid={problem ? true : undefined}
          aria-describedby="note-hint note-problem"
          onChange={(event) => store.type(event.currentTarget.value)}
          className="block w-full rounded-md border border-edge bg-paper p-3 text-base text-ink aria-invalid:border-2 aria-invalid:border-danger"
        />
        <p id="note-problem" role="alert" className="text-danger empty:hidden">
          {problem}
        </p>
        <p id="note-hint" className="text-sm text-muted">
          For the shop only: no customer sees it.
        </p>
        <Button variant="secondary" type="submit" isBusy={isSaving}>
          Add Note
        </Button>
      </form>
    </section>
  )
}

function Note({ note: { id, at, note }, onDelete }: { note: OrderNote; onDelete: () => void }) {
  return (
    <li className="grid gap-1 border-s border-line ps-4">
      <div id={`note-${id}`}>
        <UntrustedText isWhole>{note}</UntrustedText>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-muted">
        <time dateTime={at}>{formatMoment(at)}</time>
        <Button variant="quiet" aria-describedby={`note-${id}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}
