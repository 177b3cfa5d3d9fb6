import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import type { OrderNote } from '#admin/order-page/order-with-history.ts'
import { formatMoment } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import type { NotesStore } from './notes.store.ts'

interface NotesProps {
  notes: readonly OrderNote[]
  store: NotesStore
}

/** What admins noted. No customer sees it. */
export function Notes({ notes, store }: NotesProps) {
  const text = useStore(store.$text)
  const problem = useStore(store.$problem)
  const isSaving = useStore(store.$submission).state === 'sending'
  const field = useRef<HTMLInputElement>(null)
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
        <Field
          ref={field}
          label="New Note"
          name="note"
          rows={2}
          value={text}
          error={problem}
          hint="For the shop only: no customer sees it."
          className="w-full"
          onChange={(event) => store.type(event.currentTarget.value)}
        />
        <Button type="submit" isBusy={isSaving}>
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
