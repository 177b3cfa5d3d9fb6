import { useStore } from '@nanostores/react'
import { $couriers, courierOptions } from '#admin/parcels/couriers.ts'
import { FileButton } from '#desk/files/FileButton.tsx'
import { Button } from '#kit/form/Button.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportResult, KnownFile, type SavedPayments } from './ImportResult.tsx'
import type { ImportStore, ImportView } from './import.store.ts'
import { MappingForm } from './MappingForm.tsx'
import { useFileDrop } from './useFileDrop.ts'

interface ImportPanelProps extends SavedPayments {
  importing: ImportStore
}

/** From the choice of a file to what it did. */
export function ImportPanel({ importing, ...saved }: ImportPanelProps) {
  const view = useStore(importing.$view)
  return (
    <section aria-label="The courier’s file" className="grid gap-3">
      <p role="status" className="empty:hidden">
        {view.step === 'working' && view.says}
      </p>
      {(view.step === 'choosing' || view.step === 'working') && (
        <FileForm importing={importing} view={view} />
      )}
      {view.step === 'whose' && <WhoseFile file={view.file} importing={importing} />}
      {view.step === 'mapping' && <MappingForm {...view} importing={importing} />}
      {view.step === 'preview' && <ImportPreview view={view} importing={importing} />}
      {view.step === 'known' && <KnownFile view={view} importing={importing} />}
      {view.step === 'applied' && <ImportResult view={view} importing={importing} {...saved} />}
    </section>
  )
}

interface FileFormProps {
  importing: ImportStore
  view: Extract<ImportView, { step: 'choosing' | 'working' }>
}

/** Chosen, dropped or pasted. */
function FileForm({ importing, view }: FileFormProps) {
  useFileDrop(importing.read)
  const { problem, file } = view.step === 'choosing' ? view : {}
  return (
    <div className="grid gap-2">
      <FileButton
        label="Import the courier’s file"
        variant="primary"
        className="sm:justify-self-start"
        aria-describedby="import-hint"
        onFile={(file) => void importing.read(file)}
      />
      <p id="import-hint" className="text-sm text-muted">
        The file that the courier’s portal offers to download (CSV or Excel), whatever it has: what
        was paid, what became of the parcels, or their tracking numbers. On a computer you can also
        drop it here, or paste its cells. Nothing changes before you have seen each row and pressed
        Save.
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
      {file && (
        <Button className="justify-self-start" onClick={() => void importing.read(file)}>
          Read {file.name} again
        </Button>
      )}
    </div>
  )
}

/** Asks for the courier, where the parcels of the file do not tell. */
function WhoseFile({ file, importing }: { file: File; importing: ImportStore }) {
  const couriers = courierOptions(useStore($couriers))
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3 sm:p-4">
      <legend className="px-1 font-semibold [overflow-wrap:anywhere]">
        Which courier is {file.name} from?
      </legend>
      <div className="flex flex-wrap gap-2">
        {couriers.map(({ value, label }) => (
          <Button key={value} onClick={() => void importing.read(file, value)}>
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
