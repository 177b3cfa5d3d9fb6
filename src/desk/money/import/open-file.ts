/* What a courier's file is: of which courier, and what its columns are. */
import { $couriers, findCourier } from '#admin/order/couriers.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { FileReading, ReadFile } from '#desk/files/read/courier-file.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import type { readCourierFile } from '#desk/files/read/read-courier-file.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import type { ReadSpreadsheet } from '#desk/files/read-spreadsheet.ts'
import { fetchCouriers } from '#desk/sheets/couriers/couriers.api.ts'
import { compareFile, findCouriers, saveMapping, saveWords } from './import.api.ts'
import { whoseFile } from './whose-file.ts'

/** A file, and how its columns are read. */
export interface Source {
  file: File
  courier: string
  mapping: ColumnMapping
  words: TaughtWords
  /** The sheet that was chosen, '' for all. */
  sheet?: string | undefined
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
  ...{ readCells, readFile, fetchCouriers, findCouriers },
  ...{ saveMapping, saveWords, compareFile },
}

type Requests = typeof requests

/** In a script that comes with the first file. */
async function readCells(file: File): Promise<ReadSpreadsheet> {
  const [{ readInWorker }, { knownHeaders }, { MAX_FILE_MB }] = await Promise.all([
    import('#desk/files/read-in-worker.ts'),
    import('#desk/files/headers.ts'),
    import('#desk/files/read/read-courier-file.ts'),
  ])
  return readInWorker(file, MAX_FILE_MB, knownHeaders({}))
}

async function readFile(
  file: File,
  courier: string,
  mapping: ColumnMapping,
  options: Parameters<typeof readCourierFile>[4],
): Promise<FileReading> {
  const [{ readCourierFile: read }, { readInWorker }] = await Promise.all([
    import('#desk/files/read/read-courier-file.ts'),
    import('#desk/files/read-in-worker.ts'),
  ])
  const format = findCourier(courier)?.format ?? ''
  return read(file, courier, mapping, readInWorker, { ...options, format })
}

/** `courier` where the admin said whose it is. */
export async function openFile(
  file: File,
  courier: string | undefined,
  services: Requests,
): Promise<Reading> {
  const settings = await services.fetchCouriers()
  const whose = courier ?? (await findOut(file, services))
  if (typeof whose === 'object') return whose
  const saved = settings.find((one) => one.courier === whose)
  const [mapping, words] = [saved?.statementColumns ?? {}, saved?.statementWords ?? {}]
  return readAgain({ file, courier: whose, mapping, words }, services)
}

/** The courier, or what is shown instead. */
async function findOut(
  file: File,
  { readCells: read, findCouriers: find }: Requests,
): Promise<string | Reading> {
  const cells = await read(file)
  if (!cells.ok) return { step: 'choosing', problem: cells.problem }
  return (await whoseFile(cells.sheets, $couriers.get(), find)) ?? { step: 'whose', file }
}

/** By other columns, words or another sheet. */
export async function readAgain(
  from: Omit<Source, 'report'>,
  services: Pick<Requests, 'readFile'>,
): Promise<Reading> {
  const { file, courier, mapping, words, sheet } = from
  const options = { words, ...(sheet !== undefined && { sheet }) }
  const result = await services.readFile(file, courier, mapping, options)
  if (result.ok) {
    const { ok: _, report, ...read } = result
    return { step: 'read', source: { ...from, report }, file: read }
  }
  const { problem, report } = result
  return report
    ? { step: 'mapping', question: problem, source: { ...from, report } }
    : { step: 'choosing', problem }
}
