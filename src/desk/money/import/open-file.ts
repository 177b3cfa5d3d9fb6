/* What comes of a courier's file: whose it is, what its columns are, and what saving it would do. */
import { $couriers, findCourier } from '#admin/parcels/couriers.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { FileReading } from '#desk/files/read/courier-file.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import type { readCourierFile } from '#desk/files/read/read-courier-file.ts'
import type { ReadSpreadsheet } from '#desk/files/read-spreadsheet.ts'
import { settingsFor } from '#desk/sheets/couriers/courier-settings.ts'
import { fetchCouriers, saveCourier } from '#desk/sheets/couriers/couriers.api.ts'
import {
  type AppliedRow,
  type Compared,
  type RefusedFile,
  refusedFileSentence,
} from './applying.ts'
import { compareFile, findCouriers } from './import.api.ts'
import type { SavedImport } from './saved-import.ts'
import { whoseFile } from './whose-file.ts'

const MAX_FILE_NAME_LENGTH = 200

/** A file, and what the admin said of it. */
interface Said {
  file: File
  courier?: string | undefined
  /** The one sheet to read, '' for all. */
  sheet?: string | undefined
  /** The payment that is undone for this one. */
  replaces?: number | undefined
}

/** A file, and how its columns are read. */
export interface Source extends Said {
  courier: string
  /** The columns that are saved for the courier. */
  mapping: ColumnMapping
  report: ColumnReport
}

/** A file that is read, and its source, which a reload loses: then other columns cannot be chosen. */
interface Read {
  pending: SavedImport
  source?: Source | undefined
}

/** What comes of a file. */
export type Opened =
  /** It is not used: why, and the file where another try may read it. */
  | { step: 'choosing'; problem?: string; file?: File | undefined }
  /** The admin says whose file it is. */
  | { step: 'whose'; file: File }
  /** The admin chooses what the columns are, and is asked why. */
  | { step: 'mapping'; question: string; source: Source }
  | (Read & { step: 'preview'; preview: Compared; problem?: string; isSending: boolean })
  /** It was saved before, or nearly the same. */
  | (Read & { step: 'known'; payment: number; isSimilar: boolean })

/** What an import asks the browser and the database. */
export const requests = {
  readCells,
  readFile,
  fetchCouriers,
  findCouriers,
  saveCourier,
  compareFile,
}

type Requests = typeof requests

/** Loads the reader with the first file. The headers that were chosen for any courier tell the separator of a text. */
async function readCells(file: File, mappings: readonly ColumnMapping[]): Promise<ReadSpreadsheet> {
  const [{ readInWorker }, { knownHeaders }] = await Promise.all([
    import('#desk/files/read-in-worker.ts'),
    import('#desk/files/headers.ts'),
  ])
  return readInWorker(file, knownHeaders(...mappings))
}

async function readFile(...file: Parameters<typeof readCourierFile>): Promise<FileReading> {
  const { readCourierFile: read } = await import('#desk/files/read/read-courier-file.ts')
  return read(...file)
}

/** Reads a file by the columns and words that are saved for its courier now, and compares it. */
export async function openFile(
  { file, sheet, replaces, ...said }: Said,
  services: Requests,
): Promise<Opened> {
  const settings = await services.fetchCouriers()
  const columns = settings.map(({ statementColumns }) => statementColumns)
  const cells = await services.readCells(file, columns)
  if (!cells.ok) return { step: 'choosing', problem: cells.problem }
  const courier =
    said.courier ?? (await whoseFile(cells.sheets, $couriers.get(), services.findCouriers))
  if (courier === undefined) return { step: 'whose', file }

  const { statementColumns: mapping, statementWords: words } = settingsFor(settings, courier)
  const result = await services.readFile(cells.sheets, {
    fileName: file.name.slice(0, MAX_FILE_NAME_LENGTH),
    format: findCourier(courier)?.format ?? '',
    today: new Date(),
    courier,
    mapping,
    words,
    sheet,
  })
  const source = { file, courier, sheet, replaces, mapping }
  if (result.ok) {
    const { ok: _, report, ...read } = result
    return comparePending(
      { pending: { ...read, replaces }, source: { ...source, report } },
      services,
    )
  }
  const { problem, report } = result
  return report
    ? { step: 'mapping', question: problem, source: { ...source, report } }
    : { step: 'choosing', problem }
}

/** Shows what saving a file would come to. */
export async function comparePending(
  read: Read,
  services: Pick<Requests, 'compareFile'>,
): Promise<Opened> {
  const { pending } = read
  const result = await services.compareFile(pending)
  if (!result.ok) return refused(read, result)
  if (pending.mayBeList && result.numbered > 0) {
    return comparePending({ ...read, pending: asList(pending) }, services)
  }
  const preview = { ...result, rows: withCash(result.rows, pending) }
  return { ...read, step: 'preview', preview, isSending: false }
}

/** Each row of a parcel that has no other one, with what the file has to collect. */
function withCash(rows: readonly AppliedRow[], { toCollect }: SavedImport): AppliedRow[] {
  const ids = rows.map(({ orderId }) => orderId)
  const repeated = new Set(ids.filter((id, nth) => ids.indexOf(id) < nth))
  return rows.map((row) =>
    repeated.has(row.orderId) ? row : { ...row, inFile: toCollect?.[row.row] },
  )
}

/** A file that numbers parcels, and names no payment: nothing is collected yet. */
function asList(pending: SavedImport): SavedImport {
  const lines = pending.input.lines.map((line) => ({ ...line, money: [] }))
  return { ...pending, input: { ...pending.input, lines }, questions: [], mayBeList: false }
}

/** What comes of a file that the database did not take. */
export function refused(read: Read, { code, statement, similar = false }: RefusedFile): Opened {
  return code === 'statement_known' && statement !== undefined
    ? { ...read, step: 'known', payment: statement, isSimilar: similar }
    : { step: 'choosing', problem: refusedFileSentence(code) }
}
