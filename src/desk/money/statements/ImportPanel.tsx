import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $couriers, courierOptions } from '#admin/order/couriers.ts'
import { FileField } from '#desk/files/FileField.tsx'
import { Select } from '#kit/form/Select.tsx'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportResult, KnownStatement, LostResponse } from './ImportResult.tsx'
import type { ImportStore } from './import.store.ts'
import { MappingForm } from './MappingForm.tsx'
import type { StatementActs } from './statement-acts.store.ts'
import { useFileDrop } from './useFileDrop.ts'

interface ImportPanelProps {
  importing: ImportStore
  acts: StatementActs
}

/** From the choice of a file to what it did. */
export function ImportPanel({ importing, acts }: ImportPanelProps) {
  const view = useStore(importing.$view)
  return (
    <section aria-labelledby="import" className="grid gap-3">
      <h2 id="import" className="sr-only">
        From the courier
      </h2>
      <p role="status" className="empty:hidden">
        {view.step === 'working' && view.says}
      </p>
      {(view.step === 'choosing' || view.step === 'working') && (
        <FileForm
          importing={importing}
          problem={view.step === 'choosing' ? view.problem : undefined}
        />
      )}
      {view.step === 'mapping' && <MappingForm view={view} importing={importing} />}
      {view.step === 'preview' && <ImportPreview view={view} importing={importing} />}
      {view.step === 'lost' && <LostResponse view={view} importing={importing} />}
      {view.step === 'known' && <KnownStatement view={view} importing={importing} />}
      {view.step === 'applied' && <ImportResult view={view} importing={importing} acts={acts} />}
    </section>
  )
}

/** The courier that was chosen last on this device. */
const COURIER_KEY = 'zulf:admin-statement-courier'

interface FileFormProps {
  importing: ImportStore
  /** Why the last file was not used. */
  problem: string | undefined
}

/** Chosen, dropped or pasted. */
function FileForm({ importing, problem }: FileFormProps) {
  const options = courierOptions(useStore($couriers))
  const [chosen, setChosen] = useState(() => deviceStorage.get(COURIER_KEY))
  const known = options.find(({ value }) => value === chosen) ?? options[0]
  const courier = known?.value ?? ''
  // A file may be chosen before the couriers are loaded.
  const [file, setFile] = useState<File>()
  useEffect(() => {
    if (!file || !courier) return
    setFile(undefined)
    void importing.read(courier, file)
  }, [importing, courier, file])
  const isOver = useFileDrop(setFile)

  function choose(id: string): void {
    deviceStorage.set(COURIER_KEY, id)
    setChosen(id)
  }

  return (
    <div
      className={`grid gap-4 rounded-lg border border-dashed p-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] sm:p-4 ${isOver ? 'border-forest bg-sand' : 'border-edge'}`}
    >
      <Select label="Courier" value={courier} options={options} onChange={choose} />
      <FileField label="Import file" aria-describedby="import-hint" className="" onFile={setFile} />
      <p id="import-hint" className="text-sm text-muted sm:col-start-2">
        The courier’s XLSX or CSV: choose it, drop it here, or paste its cells. Nothing is changed
        before you have seen each row.
      </p>
      <p role="alert" className="text-danger empty:hidden sm:col-span-2">
        {problem}
      </p>
    </div>
  )
}
