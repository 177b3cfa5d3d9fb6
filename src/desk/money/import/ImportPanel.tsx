import { useStore } from '@nanostores/react'
import { $couriers, courierName, courierOptions } from '#admin/order/couriers.ts'
import { BulkProgress } from '#desk/acts/bulk/BulkProgress.tsx'
import { FileButton } from '#desk/files/FileField.tsx'
import { NumbersPreview } from '#desk/files/numbers/NumbersPreview.tsx'
import type { Undoable } from '#desk/money/payments/payment-acts.store.ts'
import { Button } from '#kit/form/Button.tsx'
import { paths } from '#paths.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportResult, KnownFile, LostResponse } from './ImportResult.tsx'
import type { ImportStore, ImportView } from './import.store.ts'
import { MappingForm } from './MappingForm.tsx'
import { useFileDrop } from './useFileDrop.ts'

interface ImportPanelProps {
  importing: ImportStore
  onUndo: (payment: Undoable) => void
}

/** From the choice of a file to what it did. */
export function ImportPanel({ importing, onUndo }: ImportPanelProps) {
  const view = useStore(importing.$view)
  const numbered = useStore(importing.bulk.$bulk)
  return (
    <section aria-label="The courier’s file" className="grid gap-3">
      {numbered.step !== 'choosing' && (
        <>
          <BulkProgress view={numbered} bulk={importing.bulk} onClose={importing.bulk.close} />
          <p>
            Next they are shipped, under{' '}
            <a href={paths.adminParcels} className="text-link">
              Parcels
            </a>
            .
          </p>
        </>
      )}
      <p role="status" className="empty:hidden">
        {view.step === 'working' && view.says}
      </p>
      {(view.step === 'choosing' || view.step === 'working') && (
        <FileForm importing={importing} view={view} />
      )}
      {view.step === 'whose' && <WhoseFile file={view.file} importing={importing} />}
      {view.step === 'mapping' && <MappingForm {...view} importing={importing} />}
      {view.step === 'numbers' && <FileNumbers view={view} importing={importing} />}
      {view.step === 'preview' && <ImportPreview view={view} importing={importing} />}
      {view.step === 'lost' && <LostResponse view={view} importing={importing} />}
      {view.step === 'known' && <KnownFile view={view} importing={importing} />}
      {view.step === 'applied' && (
        <ImportResult view={view} importing={importing} onUndo={onUndo} />
      )}
    </section>
  )
}

interface FileFormProps {
  importing: ImportStore
  view: Extract<ImportView, { step: 'choosing' | 'working' }>
}

/** Chosen, dropped or pasted. */
function FileForm({ importing, view }: FileFormProps) {
  const isOver = useFileDrop(importing.read)
  const { problem, file } = view.step === 'choosing' ? view : {}
  return (
    <div className={`grid gap-2 rounded-lg ${isOver ? 'bg-sand' : ''}`}>
      <FileButton
        label="Import the courier’s file"
        aria-describedby="import-hint"
        onFile={(file) => void importing.read(file)}
      />
      <p id="import-hint" className="text-sm text-muted">
        XLSX or CSV, with payments, states or numbers. You can also drop it here, or paste its
        cells. Nothing is changed before you have seen each row.
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
      {file && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => void importing.read(file)}
        >
          Read {file.name} again
        </Button>
      )}
    </div>
  )
}

/** Asked where neither parcels nor headers tell. */
function WhoseFile({ file, importing }: { file: File; importing: ImportStore }) {
  const couriers = courierOptions(useStore($couriers))
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3 sm:p-4">
      <legend className="px-1 font-semibold [overflow-wrap:anywhere]">
        Which courier is {file.name} from?
      </legend>
      <div className="flex flex-wrap gap-2">
        {couriers.map(({ value, label }) => (
          <Button key={value} variant="secondary" onClick={() => void importing.read(file, value)}>
            {label}
          </Button>
        ))}
        <Button variant="quiet" onClick={importing.discard}>
          Discard
        </Button>
      </div>
    </fieldset>
  )
}

interface FileNumbersProps {
  view: Extract<ImportView, { step: 'numbers' }>
  importing: ImportStore
}

/** The numbers of a file, for parcels that have none yet. */
function FileNumbers({ view: { name, courier, rest }, importing }: FileNumbersProps) {
  const { numbers } = importing
  const shown = useStore(numbers.$view)
  return (
    <div className="grid gap-3">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {courierName(courier)}: {name}
      </p>
      {rest && <p className="text-muted">First the numbers. What else it says is shown next.</p>}
      {shown.step === 'preview' && (
        <NumbersPreview
          view={shown}
          numbers={{ ...numbers, clear: importing.discard }}
          staysWithout={() => null}
          onAccept={(found) => void importing.saveNumbers(found)}
        />
      )}
      <p role="status" className="empty:hidden">
        {shown.step === 'reading' && 'Matching the numbers...'}
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {shown.step === 'failed' && shown.problem}
      </p>
    </div>
  )
}
