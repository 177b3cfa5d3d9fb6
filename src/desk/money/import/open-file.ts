/* What a courier's file is: of which courier, and whether it has numbers, states or a payment. */
import { $couriers, findCourier } from '#admin/order/couriers.ts'
import type { ColumnMapping, StatementField } from '#desk/files/fields.ts'
import type { Matching } from '#desk/files/numbers/match-numbers.ts'
import { lookUpNumbers } from '#desk/files/numbers/numbers.api.ts'
import type { NumbersStore } from '#desk/files/numbers/numbers.store.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import type { readStatement } from '#desk/files/read/read-statement.ts'
import type { ReadFile, ReadStatement } from '#desk/files/read/statement.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import type { ReadSpreadsheet } from '#desk/files/read-spreadsheet.ts'
import type { ShownBatch } from '#desk/sheets/batches/batch-rows.ts'
import { fetchBatch, fetchBatches } from '#desk/sheets/batches/batches.api.ts'
import { fetchCouriers } from '#desk/sheets/couriers/couriers.api.ts'
import { compareStatement, findCouriers, saveMapping, saveWords } from './import.api.ts'
import { fetchUnnumbered, numbersAnything, receiversOfAll } from './unnumbered.ts'
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

/** What a file says of payments and states, as it is read. */
export interface Read {
  source: Source
  file: ReadFile
}

export type Reading =
  | { step: 'choosing'; problem: string }
  /** The admin says whose file it is. */
  | { step: 'whose'; file: File }
  /** The admin chooses what the columns are, and is asked why. */
  | { step: 'mapping'; question: string; source: Source }
  /** Numbers for parcels that have none, and what else the file says. */
  | {
      step: 'numbers'
      name: string
      courier: string
      batches: readonly ShownBatch[]
      rest: Read | undefined
    }
  | ({ step: 'read' } & Read)

/** What an import asks the browser and the database. */
export const requests = {
  readCells,
  readFile,
  ...{ fetchCouriers, findCouriers, fetchBatches, fetchBatch, lookUpNumbers },
  ...{ saveMapping, saveWords, compareStatement },
}

type Requests = typeof requests

/** In a script that comes with the first file. */
async function readCells(file: File): Promise<ReadSpreadsheet> {
  const [{ readInWorker }, { knownHeaders }, { MAX_FILE_MB }] = await Promise.all([
    import('#desk/files/read-in-worker.ts'),
    import('#desk/files/headers.ts'),
    import('#desk/files/read/read-statement.ts'),
  ])
  return readInWorker(file, MAX_FILE_MB, knownHeaders({}))
}

async function readFile(
  file: File,
  courier: string,
  mapping: ColumnMapping,
  options: Parameters<typeof readStatement>[4],
): Promise<ReadStatement> {
  const [{ readStatement: read }, { readInWorker }] = await Promise.all([
    import('#desk/files/read/read-statement.ts'),
    import('#desk/files/read-in-worker.ts'),
  ])
  const format = findCourier(courier)?.format ?? ''
  return read(file, courier, mapping, readInWorker, { ...options, format })
}

/** `courier` where the admin said whose it is. */
export async function openFile(
  file: File,
  courier: string | undefined,
  numbers: NumbersStore,
  services: Requests,
): Promise<Reading> {
  const settings = await services.fetchCouriers()
  const whose = courier ?? (await findOut(file, services))
  if (typeof whose === 'object') return whose
  const saved = settings.find((one) => one.courier === whose)
  const [mapping, words] = [saved?.statementColumns ?? {}, saved?.statementWords ?? {}]
  const reading = await readAgain({ file, courier: whose, mapping, words }, services)
  const batches = await fetchUnnumbered(whose, settings, services)
  if (batches.length === 0) return reading
  const rest = reading.step === 'read' && saysMore(reading) ? reading : undefined
  await numbers.read(file, { ...receiversOfAll(whose, batches), isPart: rest !== undefined })
  const view = numbers.$view.get()
  if (view.step !== 'preview') return reading
  const { matching } = view
  return numbersAnything(matching) || (isOfNames(reading) && asks(matching))
    ? { step: 'numbers', name: file.name, courier: whose, batches, rest }
    : reading
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
): Promise<Exclude<Reading, { step: 'numbers' | 'whose' }>> {
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

/** Columns that a list of numbers has as well: what is to be collected is not paid by it. */
const OF_LISTS: readonly StatementField[] = [
  ...([
    'trackingNumber',
    'reference',
    'status',
    'statusOn',
    'reason',
    'toCollect',
    'serial',
  ] as const),
]

/** Whether a file is about a payment, or about parcels that are on their way. */
function saysMore({ source, file }: Read): boolean {
  const { lines } = file.input
  return (
    lines.some(({ state }) => state && state !== 'booked') ||
    (lines.some(({ money }) => money.length > 0) &&
      source.report.recognized.some(({ field }) => !OF_LISTS.includes(field)))
  )
}

/** Whether nothing but names of parcels stands in a file. */
function isOfNames(reading: Reading): boolean {
  if (reading.step !== 'mapping') return reading.step === 'choosing'
  const { recognized, headers } = reading.source.report
  return recognized.length === headers.length
}

function asks({ columns, mayBeWithout }: Matching): boolean {
  return columns.length > 0 || mayBeWithout !== undefined
}
