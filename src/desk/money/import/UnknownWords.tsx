import type { SubmitEvent } from 'react'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { courierName } from '#admin/parcels/couriers.ts'
import type { UnknownWord } from '#desk/files/read/courier-file.ts'
import { MEANINGS, taughtKey } from '#desk/files/read/status-words.ts'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import type { AppliedRow } from './applying.ts'
import type { ImportStore, ImportView } from './import.store.ts'
import { untilKnown } from './questions.ts'

interface UnknownWordsProps {
  view: Extract<ImportView, { step: 'preview' }>
  importing: ImportStore
}

/** Asks what words of the courier mean. It is saved, and the word asked no more. */
export function UnknownWords({ view, importing }: UnknownWordsProps) {
  const { pending, source, preview } = view
  const { unknownWords: words, input } = pending
  if (words.length === 0) return null
  const courier = courierName(input.courier)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)]
    const meanings = typed.filter(([, meaning]) => meaning !== '') as [string, string][]
    if (meanings.length > 0) void importing.teach(Object.fromEntries(meanings))
  }

  return (
    <form
      aria-label="Words of the courier"
      onSubmit={submit}
      className="grid gap-3 rounded-lg border border-amber p-3"
    >
      <div>
        <p className="font-semibold text-amber">
          {courier} wrote {countOf(words.length, 'word')} that the shop does not know yet
        </p>
        <p>
          Say what happened to these parcels. The meaning is saved for {courier}, and the word asked
          no more. {untilKnown(words)}
        </p>
      </div>
      {words.map((unknown) => (
        <WordField
          key={taughtKey(unknown.kind, unknown.word)}
          unknown={unknown}
          rows={preview.rows}
        />
      ))}
      {source ? (
        <Button type="submit" className="justify-self-start">
          Save, and read the file again
        </Button>
      ) : (
        <p>Choose the file again to say it.</p>
      )}
    </form>
  )
}

/** How many parcels are named. */
const MAX_NAMED = 3

interface WordFieldProps {
  unknown: UnknownWord
  rows: readonly AppliedRow[]
}

function WordField({ unknown: { word, kind, rows: places, hasMoney }, rows }: WordFieldProps) {
  const meanings: Readonly<Record<string, string>> = MEANINGS[kind]
  const named = places.slice(0, MAX_NAMED).map((place) => {
    const { orderId, fullName } = rows.find(({ row }) => row === place) ?? {}
    return [`row ${place}`, orderId, fullName].filter(Boolean).join(' ')
  })
  const more = places.length - named.length
  return (
    <Select
      name={taughtKey(kind, word)}
      labelClass="font-normal! [overflow-wrap:anywhere]"
      selectClass="w-full max-w-xs"
      label={
        <>
          What does “<bdi>{word}</bdi>” mean? It stands in {named.join(', ')}
          {more > 0 && ` and ${more} more`}.
          {hasMoney && kind === 'status' && ' An amount stands beside it.'}
        </>
      }
      options={optionsOf<string>({ '': 'Please choose', ...meanings })}
    />
  )
}
