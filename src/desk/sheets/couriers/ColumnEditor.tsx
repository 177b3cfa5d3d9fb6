import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Select } from '#admin/kit/Select.tsx'
import { findCourier } from '#admin/parcels/couriers.ts'
import { defaultColumns, SHEET_FIELDS, type SheetColumn } from '#desk/sheets/courier-sheet.ts'
import { Button } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import { cleanText } from '#kit/text.ts'
import type { SettingsProps } from './courier-settings.store.ts'
import { MAX_COLUMNS, MAX_HEADER_LENGTH, MAX_TEXT_LENGTH } from './courier-settings.ts'

/** The columns of a sheet in their order. */
export function ColumnEditor({ settings, store }: SettingsProps) {
  const { courier } = settings
  const [columns, setColumns] = useState(() => withKeys(settings.columns))
  const [isTried, setTried] = useState(false)
  const isBusy = useStore(store.saving.$submission).state === 'sending'

  function change(key: number, part: Partial<SheetColumn>): void {
    setColumns(columns.map((column) => (column.key === key ? { ...column, ...part } : column)))
  }

  function moveUp(nth: number): void {
    const moved = columns.slice(nth - 1, nth + 1).reverse()
    setColumns([...columns.slice(0, nth - 1), ...moved, ...columns.slice(nth + 1)])
  }

  function save(): void {
    setTried(true)
    if (columns.some(({ header }) => cleanText(header) === '')) return
    const saved = columns.map(({ header, field, text }) => ({
      header: cleanText(header),
      field,
      text: cleanText(text),
    }))
    void store.save(courier, { columns: saved }, 'The columns are saved.')
  }

  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2 font-semibold">
        Columns of the file ({settings.columns.length})
      </summary>
      <div className="grid gap-4">
        <p className="max-w-prose text-muted">
          The headers must be those of the sample in the courier’s portal (“Bulk upload”), letter by
          letter and in its order.
        </p>
        <ol className="grid max-w-3xl gap-4">
          {columns.map(({ key, header, field, text }, nth) => (
            <li key={key} className="grid gap-3 rounded-lg border border-line p-3 sm:grid-cols-2">
              <Field
                label={`Header ${nth + 1}`}
                name={`header-${key}`}
                maxLength={MAX_HEADER_LENGTH}
                value={header}
                onChange={(event) => change(key, { header: event.currentTarget.value })}
                error={isTried && cleanText(header) === '' ? 'This field is required' : undefined}
              />
              <Select
                label={
                  <>
                    Content<span className="sr-only"> of column {nth + 1}</span>
                  </>
                }
                value={field}
                options={Object.entries(SHEET_FIELDS).map(([value, { label }]) => ({
                  value,
                  label,
                }))}
                onChange={(chosen) => change(key, { field: chosen })}
              />
              {field === 'text' && (
                <Field
                  label={`Text of column ${nth + 1}`}
                  name={`text-${key}`}
                  maxLength={MAX_TEXT_LENGTH}
                  value={text}
                  onChange={(event) => change(key, { text: event.currentTarget.value })}
                  className="sm:col-span-2"
                />
              )}
              <div className="flex justify-end sm:col-span-2">
                {nth > 0 && (
                  <Button variant="quiet" about={`column ${nth + 1}`} onClick={() => moveUp(nth)}>
                    Move up
                  </Button>
                )}
                <Button
                  variant="quiet"
                  about={`column ${nth + 1}`}
                  whyNot={columns.length === 1 && 'A file has at least one column.'}
                  onClick={() => setColumns(columns.filter((column) => column.key !== key))}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <Button
            whyNot={columns.length >= MAX_COLUMNS && `A file has at most ${MAX_COLUMNS} columns.`}
            onClick={() =>
              setColumns([
                ...columns,
                { key: nextKey(columns), header: '', field: 'text', text: '' },
              ])
            }
          >
            Add a column
          </Button>
          <Button onClick={() => setColumns(withKeys(defaultColumns(findCourier(courier)?.sheet)))}>
            Back to the first columns
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={save}>
            Save the columns
          </Button>
        </div>
      </div>
    </details>
  )
}

/** Columns while they are edited. A key stays the same when its column is moved, and after a reload of the page. */
function withKeys(columns: readonly SheetColumn[]) {
  return columns.map((column, key) => ({ ...column, key }))
}

function nextKey(columns: readonly { key: number }[]): number {
  return Math.max(-1, ...columns.map(({ key }) => key)) + 1
}
