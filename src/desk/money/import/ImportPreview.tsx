import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { Chips } from '#admin/kit/Chips.tsx'
import { useConfirm } from '#admin/kit/ConfirmDialog.tsx'
import { Select } from '#admin/kit/Select.tsx'
import { $couriers, courierName, courierOptions } from '#admin/parcels/couriers.ts'
import { FoldedSentences } from '#desk/files/Sentences.tsx'
import { PaidFigures } from '#desk/money/PaidFigures.tsx'
import { Button } from '#kit/form/Button.tsx'
import { capitalized, countOf } from '#kit/text.ts'
import {
  type AppliedResult,
  type AppliedRow,
  changesOf,
  compareNet,
  countResults,
  hasEffect,
  RESULTS,
} from './applying.ts'
import type { ImportStore, ImportView } from './import.store.ts'
import { MappingForm } from './MappingForm.tsx'
import { netQuestion } from './net-amounts.ts'
import type { Source } from './open-file.ts'
import { PreviewRows } from './PreviewRows.tsx'
import { questionsBefore } from './questions.ts'
import { UnknownWords } from './UnknownWords.tsx'

interface ImportPreviewProps {
  view: Extract<ImportView, { step: 'preview' }>
  importing: ImportStore
}

/** What "Save" would do, row by row. */
export function ImportPreview({ view, importing }: ImportPreviewProps) {
  const { pending, preview, source, problem, isSending } = view
  const { input, replaces, problems } = pending
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const saving = preview.rows.filter(hasEffect).length
  const net = netQuestion(preview.rows, input.lines)
  const questions = questionsBefore(preview, pending)
  const [dialog, ask] = useConfirm()
  const action = `Save ${countOf(saving, 'row')}`

  function save(isInBank = false): void {
    if (questions.length === 0) return void importing.apply(isInBank)
    ask({
      title: `Save ${input.fileName} as it is read?`,
      children: <Questions questions={questions} />,
      action,
      back: 'Go back',
      onConfirm: () => void importing.apply(isInBank),
    })
  }

  return (
    <div className="grid gap-4 pb-8">
      <div>
        <h2
          ref={heading}
          tabIndex={-1}
          className="font-body text-base font-semibold outline-none [overflow-wrap:anywhere]"
        >
          {courierName(input.courier)}: {input.fileName}
        </h2>
        <p className="text-muted">
          {input.number && `Payment ${input.number}. `}
          {replaces !== undefined && 'In place of the one that was saved before, which is undone. '}
          Nothing is saved yet.
        </p>
      </div>
      <PaidFigures paid={preview.paid} />
      <p className="font-semibold empty:hidden">
        {capitalized(changesOf(preview.rows, preview.numbered))}
      </p>
      <p>{compareNet(preview)}</p>
      {net && (
        <div className="grid gap-3 rounded-lg border border-amber p-3">
          <p className="font-semibold text-amber">{net}</p>
          <p>
            Yes: customers paid their orders whole, and the courier kept the rest. No: save the file
            as it is, and the customers paid less.
          </p>
          <Button
            className="justify-self-start"
            isBusy={isSending}
            onClick={() => void importing.takeAsNet()}
          >
            Yes, after its fees
          </Button>
        </div>
      )}
      <UnknownWords view={view} importing={importing} />
      {problems.length > 0 && (
        <div className="rounded-lg border border-danger p-3">
          <p className="font-semibold text-danger">
            {countOf(problems.length, 'row')} could not be read and would be left out:
          </p>
          <FoldedSentences items={problems} noun="rows" />
        </div>
      )}
      <div className="text-amber empty:hidden">
        <FoldedSentences items={pending.findings} noun="notes" />
      </div>
      {source && <HowItWasRead source={source} importing={importing} />}
      <FilteredRows rows={preview.rows} />
      <div className="action-bar">
        <p role="alert" className="mb-2 text-danger empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap gap-3">
          {saving > 0 && (
            <Button variant="primary" isBusy={isSending} onClick={() => save()}>
              {isSending ? 'Saving...' : action}
            </Button>
          )}
          {preview.sum !== 0 && (
            <Button isBusy={isSending} onClick={() => save(true)}>
              Save, it is in my bank
            </Button>
          )}
          <Button isBusy={isSending} onClick={importing.discard}>
            Discard
          </Button>
        </div>
      </div>
      {dialog}
    </div>
  )
}

/** What is left out is not lost: the file can be imported again. */
function Questions({ questions }: { questions: readonly string[] }) {
  return (
    <>
      <FoldedSentences items={questions} noun="sentences" />
      <p>What is left out changes nothing. A corrected file can take the place of this one.</p>
    </>
  )
}

/** Whose file it is, and which columns were read. */
function HowItWasRead({ source, importing }: { source: Source; importing: ImportStore }) {
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2 font-medium">How it was read</summary>
      <div className="grid gap-3">
        <Select
          label="Courier"
          className="max-w-xs"
          value={source.courier}
          options={courierOptions(useStore($couriers), source.courier)}
          onChange={(courier) => void importing.read(source.file, courier)}
        />
        <MappingForm source={source} importing={importing} />
      </div>
    </details>
  )
}

function FilteredRows({ rows }: { rows: readonly AppliedRow[] }) {
  const [kind, setKind] = useState<AppliedResult | 'all'>('all')
  const counts = countResults(rows)
  const shown = kind === 'all' ? rows : rows.filter(({ result }) => result === kind)
  return (
    <>
      <Chips
        label="Rows to show"
        chosen={kind}
        onChoose={setKind}
        chips={[
          { value: 'all', label: 'All rows', count: String(rows.length) },
          ...counts.map(([value, count]) => ({
            value,
            label: RESULTS[value],
            count: String(count),
          })),
        ]}
      />
      <PreviewRows key={kind} rows={shown} />
    </>
  )
}
