import { useStore } from '@nanostores/react'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { MEANINGS, taughtWord } from '#desk/files/read/status-words.ts'
import type { SettingsProps } from './courier-settings.store.ts'

/** What words of the courier's files mean, as the admin said at an import (docs/desk-rules.md, rule 22.29). */
export function WordList({ settings: { courier, statementWords }, store }: SettingsProps) {
  const words = Object.entries(statementWords)
  const isBusy = useStore(store.saving.$submission).state === 'sending'
  if (words.length === 0) return null
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2 font-semibold">
        Words of its files ({words.length})
      </summary>
      <div className="grid max-w-md gap-3">
        <p>A meaning counts for files that are read from now on.</p>
        {words.map(([key, meaning]) => {
          const { kind, word } = taughtWord(key)
          return (
            <Select
              key={key}
              label={<bdi>{word}</bdi>}
              labelClass="[overflow-wrap:anywhere]"
              value={meaning}
              disabled={isBusy}
              options={optionsOf<string>(MEANINGS[kind])}
              onChange={(chosen) => {
                const change = { statementWords: { [key]: chosen } }
                void store.save(courier, change, 'The meaning is saved.')
              }}
            />
          )
        })}
      </div>
    </details>
  )
}
