import { type SubmitEvent, useEffect, useRef } from 'react'
import { courierName } from '#admin/order/couriers.ts'
import {
  type ColumnMapping,
  FIELD_NAMES,
  STATEMENT_FIELDS,
  type StatementField,
} from '#desk/files/fields.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import { Button } from '#kit/form/Button.tsx'
import type { ImportStore, ImportView } from './import.store.ts'

interface MappingFormProps {
  view: Extract<ImportView, { step: 'mapping' }>
  importing: ImportStore
}

/** Of a select: the field is as it was. */
const AS_READ = 'as-read'

/** Of the select of sheets. */
const SHEET = 'sheet'

/** Asks what the columns of a file are. What is chosen is saved for the courier. */
export function MappingForm({ view, importing }: MappingFormProps) {
  const { question, source } = view
  const { report, courier, file } = source
  const form = useRef<HTMLFormElement>(null)
  const asked = askedFields(report)
  const others = FIELD_NAMES.filter((field) => !asked.includes(field))
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const chosen = FIELD_NAMES.flatMap((field) => {
      const header = typed.get(field)
      return typeof header === 'string' && header !== AS_READ ? [[field, header]] : []
    })
    const sheet = typed.get(SHEET)
    void importing.map(
      Object.fromEntries(chosen) as ColumnMapping,
      typeof sheet === 'string' && sheet !== AS_READ ? sheet : undefined,
    )
  }

  return (
    <form
      ref={form}
      aria-label="Columns of the file"
      onSubmit={submit}
      className="grid gap-4 rounded-lg border border-line p-3 sm:p-4"
    >
      <div>
        <p className="font-semibold [overflow-wrap:anywhere]">{file.name}</p>
        <p role="alert">{question}</p>
        <p className="text-muted">
          The columns that you choose are saved for {courierName(courier)}, and asked no more.
        </p>
      </div>
      {report.sheets && <SheetSelect sheets={report.sheets} />}
      <FieldSelects fields={asked} report={report} />
      <details open={asked.length === 0}>
        <summary className="min-h-touch cursor-pointer py-2 font-medium">
          {asked.length === 0 ? 'Columns' : 'Other columns'}
        </summary>
        <FieldSelects fields={others} report={report} />
      </details>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit">
          Read the file
        </Button>
        <Button variant="secondary" onClick={importing.discard}>
          Discard
        </Button>
      </div>
    </form>
  )
}

function SheetSelect({ sheets }: { sheets: readonly string[] }) {
  return (
    <label className="block max-w-md">
      <span className="mb-1 block font-medium">Sheet</span>
      <select
        name={SHEET}
        defaultValue={AS_READ}
        className="block min-h-touch w-full rounded-md border border-edge bg-paper px-3 text-base text-ink"
      >
        <option value={AS_READ}>As read</option>
        <option value="">All sheets</option>
        {sheets.map((sheet) => (
          <option key={sheet} value={sheet}>
            {sheet}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Of fields one of which is needed: what most files have. The others are folded up. */
const COMMON: readonly StatementField[] = [
  ...(['trackingNumber', 'reference', 'status', 'cash', 'toCollect', 'fee', 'tax'] as const),
]

/** Those that nothing is certain about. */
function askedFields({ ambiguous, missing }: ColumnReport): StatementField[] {
  const common = missing.flat().filter((field) => COMMON.includes(field))
  return [...new Set([...ambiguous.map(({ field }) => field), ...common])]
}

interface FieldSelectsProps {
  fields: readonly StatementField[]
  report: ColumnReport
}

function FieldSelects({ fields, report }: FieldSelectsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {fields.map((field) => {
        const read = report.recognized.find((one) => one.field === field)
        return (
          <label key={field} className="block min-w-0">
            <span className="mb-1 block font-medium">{STATEMENT_FIELDS[field].label}</span>
            <select
              name={field}
              defaultValue={AS_READ}
              className="block min-h-touch w-full min-w-0 rounded-md border border-edge bg-paper px-3 text-base text-ink"
            >
              <option value={AS_READ}>{read ? `As read: ${read.header}` : 'Please choose'}</option>
              <option value="">No column</option>
              {report.headers.map(({ header, samples }) => (
                <option key={header} value={header}>
                  {[header, samples.length > 0 && `(${samples.join(', ')})`]
                    .filter(Boolean)
                    .join(' ')
                    .slice(0, 100)}
                </option>
              ))}
            </select>
          </label>
        )
      })}
    </div>
  )
}
