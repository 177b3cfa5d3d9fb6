/* What a courier's file is: of which courier, and what its columns are. */
import { $couriers, findCourier } from '#admin/parcels/couriers.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { FileReading, ReadFile } from '#desk/files/read/courier-file.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import type { readCourierFile } from '#desk/files/read/read-courier-file.ts'
import type { ReadSpreadsheet } from '#desk/files/read-spreadsheet.ts'
import { fetchCouriers } from '#desk/sheets/couriers/couriers.api.ts'
import { compareFile, findCouriers, saveMapping, saveWords } from './import.api.ts'
import { whoseFile } from './whose-file.ts'

const MAX_FILE_MB = 20
const MAX_FILE_NAME_LENGTH = 200

/** What the admin said of a file: whose it is, and which sheet is read, '' for all. */
export interface Said {
  courier?: string | undefined
  sheet?: string | undefined
}

/** A file, and how its columns are read. */
export interface Source extends Said {
  file: File
  courier: string
  /** The columns that are saved for the courier. */
  mapping: ColumnMapping
  report: ColumnReport
}

export type Reading =
  | { step: 'choosing'; problem: string }
  /** The admin says whose file it is. */
  | { step: 'whose'; file: File }
  /** The admin chooses what the columns are, and is asked why. */
  | { step: 'mapping'; question: string; source: Source }
  | { step: 'read'; source: Source; file: ReadFile }

/** What an import asks the browser and the database. */
export const requests = {
  readCells,
  readFile,
  fetchCouriers,
  findCouriers,
  saveMapping,
  saveWords,
  compareFile,
}

type Requests = typeof requests

/** Loads the reader with the first file. The headers that were chosen for any courier tell the separator of a text. */
async function readCells(file: File, mappings: readonly ColumnMapping[]): Promise<ReadSpreadsheet> {
  const [{ readInWorker }, { knownHeaders }] = await Promise.all([
    import('#desk/files/read-in-worker.ts'),
    import('#desk/files/headers.ts'),
  ])
  return readInWorker(file, MAX_FILE_MB, knownHeaders(...mappings))
}

async function readFile(...file: Parameters<typeof readCourierFile>): Promise<FileReading> {
  const { readCourierFile: read } = await import('#desk/files/read/read-courier-file.ts')
  return read(...file)
}

/** Reads a file by the columns and words that are saved for its courier now. */
export async function openFile(file: File, said: Said, services: Requests): Promise<Reading> {
  const settings = await services.fetchCouriers()
  const columns = settings.map(({ statementColumns }) => statementColumns)
  const cells = await services.readCells(file, columns)
  if (!cells.ok) return { step: 'choosing', problem: cells.problem }
  const { sheet } = said
  const courier =
    said.courier ?? (await whoseFile(cells.sheets, $couriers.get(), services.findCouriers))
  if (courier === undefined) return { step: 'whose', file }

  const saved = settings.find((one) => one.courier === courier)
  const { statementColumns: mapping = {}, statementWords: words = {} } = saved ?? {}
  const result = await services.readFile(cells.sheets, {
    fileName: file.name.slice(0, MAX_FILE_NAME_LENGTH),
    format: findCourier(courier)?.format ?? '',
    today: new Date(),
    courier,
    mapping,
    words,
    sheet,
  })
  const source = { file, courier, sheet, mapping }
  if (result.ok) {
    const { ok: _, report, ...read } = result
    return { step: 'read', source: { ...source, report }, file: read }
  }
  const { problem, report } = result
  return report
    ? { step: 'mapping', question: problem, source: { ...source, report } }
    : { step: 'choosing', problem }
}
