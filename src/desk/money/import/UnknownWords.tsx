import type { SubmitEvent } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import type { UnknownWord } from '#desk/files/read/statement.ts'
import { MEANINGS, taughtKey } from '#desk/files/read/status-words.ts'
import { Button } from '#kit/form/Button.tsx'
import { optionsOf, Select } from '#kit/form/Select.tsx'
import { countOf } from '#kit/text.ts'
import type { ImportStore, ImportView } from './import.store.ts'

interface UnknownWordsProps {
  view: Extract<ImportView, { step: 'preview' }>
  importing: ImportStore
}

/** Asks what words of the courier mean. It is saved, and the word asked no more. */
export function UnknownWords({ view: { pending, source }, importing }: UnknownWordsProps) {
  const { unknownWords: words, input } = pending
  if (words.length === 0) return null

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
      <p className="font-semibold text-amber">
        What does {courierName(input.courier)} mean? Until you say, these rows bring no money and
        change no parcel.
      </p>
      {words.map((unknown) => (
        <WordField key={taughtKey(unknown.kind, unknown.word)} unknown={unknown} />
      ))}
      {source ? (
        <Button variant="secondary" type="submit" className="justify-self-start">
          Save the answers
        </Button>
      ) : (
        <p>Choose the file again to answer.</p>
      )}
    </form>
  )
}

function WordField({ unknown: { word, kind, rows, hasMoney } }: { unknown: UnknownWord }) {
  const meanings: Readonly<Record<string, string>> = MEANINGS[kind]
  return (
    <Select
      name={taughtKey(kind, word)}
      labelClass="font-normal! [overflow-wrap:anywhere]"
      selectClass="w-full max-w-xs"
      label={
        <>
          “<bdi>{word}</bdi>” in {countOf(rows.length, 'row')}: {rows.slice(0, 10).join(', ')}
          {rows.length > 10 && '...'}
          {hasMoney && kind === 'status' && ' With money: sold or returned?'}
        </>
      }
      options={optionsOf<string>({ '': 'Please choose', ...meanings })}
    />
  )
}
