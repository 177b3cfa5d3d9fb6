import { type SubmitEvent, useEffect, useRef } from 'react'
import { Select } from '#admin/kit/Select.tsx'
import { courierName } from '#admin/parcels/couriers.ts'
import {
  type ColumnField,
  type ColumnMapping,
  FIELD_NAMES,
  FIELDS,
  NAMING_FIELDS,
} from '#desk/files/fields.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import { Button } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import type { ImportStore } from './import.store.ts'
import type { Source } from './open-file.ts'

interface MappingFormProps {
  source: Source
  importing: ImportStore
  /** What has to be chosen before the file can be read. */
  question?: string
}

/** The value of a select that leaves its field as it was read. */
const AS_READ = 'as-read'

/** The name of the select of sheets. */
const SHEET = 'sheet'

/** The columns of a file, and others to choose. What is chosen is saved for the courier. */
export function MappingForm({ source, importing, question }: MappingFormProps) {
  const { report, courier, file } = source
  const form = useRef<HTMLFormElement>(null)
  const { asked } = report
  const others = FIELD_NAMES.filter((field) => !asked.includes(field))
  useEffect(() => {
    if (question) form.current?.querySelector('select')?.focus()
  }, [question])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { [SHEET]: sheet, ...mapping } = Object.fromEntries(
      [...new FormData(event.currentTarget)].filter(([, chosen]) => chosen !== AS_READ),
    )
    void importing.map(mapping as ColumnMapping, sheet as string | undefined)
  }

  return (
    <form
      ref={form}
      aria-label="Columns of the file"
      onSubmit={submit}
      className={`grid gap-4 ${question ? '' : 'rounded-lg border border-line p-3 sm:p-4'}`}
    >
      <div>
        {question && (
          <>
            <p className="font-semibold [overflow-wrap:anywhere]">{file.name}</p>
            <p role="alert">{question}</p>
          </>
        )}
        <p className="text-muted">
          The columns that you choose are saved for {courierName(courier)}, and asked no more.
        </p>
      </div>
      {report.sheets && (
        <Select
          label="Sheet"
          name={SHEET}
          className="max-w-md"
          options={[
            { value: AS_READ, label: 'As read' },
            { value: '', label: 'All sheets' },
            ...report.sheets.map((sheet) => ({ value: sheet, label: sheet })),
          ]}
        />
      )}
      <FieldSelects unread="Please choose" fields={asked} report={report} />
      {asked.some((field) => NAMING_FIELDS.includes(field)) && (
        <p className="text-muted">
          Numbers without order ids are pasted on the page of their parcels, under{' '}
          <a href={paths.adminParcels} className="text-link">
            Parcels
          </a>
          .
        </p>
      )}
      <details open={asked.length === 0}>
        <summary className="min-h-touch cursor-pointer py-2 font-medium">
          {asked.length === 0 ? 'Columns' : 'Other columns'}
        </summary>
        <FieldSelects unread="Not read" fields={others} report={report} />
      </details>
      <div className={question ? 'action-bar' : ''}>
        <div className="flex flex-wrap gap-3">
          <Button variant={question ? 'primary' : 'secondary'} type="submit">
            Read the file
          </Button>
          {question && <Button onClick={importing.discard}>Discard</Button>}
        </div>
      </div>
    </form>
  )
}

interface FieldSelectsProps {
  /** What stands where no column is read. */
  unread: string
  fields: readonly ColumnField[]
  report: ColumnReport
}

function FieldSelects({ unread, fields, report: { recognized, headers } }: FieldSelectsProps) {
  const columns = headers.map(({ header, samples }) => {
    const label = [header, samples.length > 0 && `(${samples.join(', ')})`]
    return { value: header, label: label.filter(Boolean).join(' ').slice(0, 100) }
  })
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {fields.map((field) => {
        const read = recognized.find((one) => one.field === field)
        return (
          <Select
            key={field}
            label={FIELDS[field].label}
            name={field}
            options={[
              { value: AS_READ, label: read ? `As read: ${read.header}` : unread },
              { value: '', label: 'No column' },
              ...columns,
            ]}
          />
        )
      })}
    </div>
  )
}
