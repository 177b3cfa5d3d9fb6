/*
 * A courier's file is read, shown row by row as it would be applied, and applied by one press (docs/product.md, rules
 * 22.40 to 22.42). The token of the press is saved in the tab until a response says what came of it.
 */
import { atom, type WritableAtom } from 'nanostores'
import { findCourier } from '#admin/order/couriers.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import type { readStatement } from '#desk/files/read/read-statement.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { type Applied, type ApplyResult, refusedFileSentence } from './applying.ts'
import { readImport, type SavedImport, saveImport } from './saved-import.ts'
import { applyStatement, fetchTaught, saveMapping, saveWords } from './statements.api.ts'

export type ImportView =
  | { step: 'choosing'; problem?: string }
  /** What is under way, in words. */
  | { step: 'working'; says: string }
  /** The admin chooses what the columns are, and is asked why. */
  | { step: 'mapping'; question: string; source: Source }
  | {
      step: 'preview'
      pending: SavedImport
      preview: Applied
      /** Absent after a reload: then other columns cannot be chosen. */
      source?: Source | undefined
      problem?: string
      isSending: boolean
    }
  /** It may be applied: its response was lost. */
  | { step: 'lost'; pending: SavedImport; problem?: string; isSending: boolean }
  | { step: 'known'; pending: SavedImport; statement: number; isSimilar: boolean }
  | { step: 'applied'; pending: SavedImport; applied: Applied }

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

const defaults = {
  readFile,
  fetchTaught,
  saveMapping,
  saveWords,
  applyStatement,
  /** Shows the statement in the list. */
  onApplied: () => {},
}

/** In a script that comes with the first file. */
async function readFile(
  file: File,
  courier: string,
  mapping: ColumnMapping,
  options: Parameters<typeof readStatement>[4],
) {
  const [{ readStatement: read }, { readInWorker }] = await Promise.all([
    import('#desk/files/read/read-statement.ts'),
    import('#desk/files/read-in-worker.ts'),
  ])
  const format = findCourier(courier)?.format ?? ''
  return read(file, courier, mapping, readInWorker, { ...options, format })
}

interface Importing {
  $view: WritableAtom<ImportView>
  services: typeof defaults
  /** A later file ends the reading of an earlier one. */
  latestRun: number
}

export function createImport(options: Partial<typeof defaults> = {}) {
  const importing: Importing = {
    $view: atom<ImportView>({ step: 'choosing' }),
    services: { ...defaults, ...options },
    latestRun: 0,
  }
  return {
    $view: importing.$view,
    read: (courier: string, file: File) => read(importing, courier, file),
    askColumns: () => askColumns(importing),
    /** What the columns of the file are, which is saved for the courier, and its sheet. */
    map: (mapping: ColumnMapping, sheet?: string) => map(importing, mapping, sheet),
    /** What words of the file mean. It is saved for the courier. */
    teach: (words: TaughtWords) => teach(importing, words),
    apply: () => apply(importing),
    /** In place of the earlier statement, which is undone with it. */
    replace: () => replace(importing),
    discard: () => discard(importing),
    /** For a statement that was undone: its file is not applied any more. */
    forget: (statement: number) => forget(importing, statement),
    start: () => start(importing),
  }
}

export type ImportStore = ReturnType<typeof createImport>

/** What was left in this tab. */
function start(importing: Importing): void {
  const pending = readImport()
  if (pending?.isSent) importing.$view.set({ step: 'lost', pending, isSending: false })
  else if (pending) void preview(importing, pending)
}

async function read(importing: Importing, courier: string, file: File): Promise<void> {
  await run(importing, `Reading ${file.name}...`, async () => {
    const taught = await importing.services.fetchTaught(courier)
    return viewOf(importing, { courier, file, ...taught })
  })
}

/** From the preview, to the choice of other columns. */
function askColumns({ $view }: Importing): void {
  const view = $view.get()
  if (view.step !== 'preview' || !view.source || view.isSending) return
  const question = 'Choose the columns that are not what they should be.'
  $view.set({ step: 'mapping', question, source: view.source })
}

/** What is not chosen stays as it was. */
async function map(importing: Importing, chosen: ColumnMapping, sheet?: string): Promise<void> {
  const view = importing.$view.get()
  if (view.step !== 'mapping') return
  const { source } = view
  const mapping = { ...source.mapping, ...chosen }
  await run(importing, `Reading ${source.file.name}...`, async () => {
    if (Object.keys(chosen).length > 0) {
      await importing.services.saveMapping(source.courier, mapping)
    }
    return viewOf(importing, { ...source, mapping, sheet: sheet ?? source.sheet })
  })
}

async function teach(importing: Importing, meanings: TaughtWords): Promise<void> {
  const view = importing.$view.get()
  if (view.step !== 'preview' || !view.source || view.isSending) return
  const { source } = view
  await run(importing, `Reading ${source.file.name}...`, async () => {
    await importing.services.saveWords(source.courier, meanings)
    return viewOf(importing, { ...source, words: { ...source.words, ...meanings } }, view.pending)
  })
}

async function viewOf(
  importing: Importing,
  from: Omit<Source, 'report'>,
  { replaces }: Pick<SavedImport, 'replaces'> = {},
): Promise<ImportView> {
  const { file, courier, mapping, words, sheet } = from
  const options = { words, ...(sheet !== undefined && { sheet }) }
  const result = await importing.services.readFile(file, courier, mapping, options)
  if (!result.ok) {
    const { problem, report } = result
    return report
      ? { step: 'mapping', question: problem, source: { ...from, report } }
      : { step: 'choosing', problem }
  }
  const { ok: _, report, ...read } = result
  const pending = { token: crypto.randomUUID(), replaces, ...read, isSent: false }
  return previewOf(importing, pending, { ...from, report })
}

function preview(importing: Importing, pending: SavedImport): Promise<void> {
  return run(importing, `Comparing ${pending.input.fileName} with the orders...`, () =>
    previewOf(importing, pending),
  )
}

async function previewOf(
  { services }: Importing,
  pending: SavedImport,
  source?: Source,
): Promise<ImportView> {
  const result = await services.applyStatement(pending, { dryRun: true })
  if (!result.ok) return refused(pending, result)
  saveImport(pending)
  return { step: 'preview', pending, preview: result, source, isSending: false }
}

/** One thing at a time. What it comes to is shown, unless another one began meanwhile. */
async function run(
  importing: Importing,
  says: string,
  work: () => Promise<ImportView>,
): Promise<void> {
  importing.latestRun += 1
  const { latestRun } = importing
  importing.$view.set({ step: 'working', says })
  const view = await work().catch((error: unknown): ImportView => {
    logFailure('Error reading a statement', error)
    return { step: 'choosing', problem: `This file could not be compared. ${tryAgain(error)}` }
  })
  if (latestRun === importing.latestRun) importing.$view.set(view)
}

/** The same press again sends the same token. */
async function apply(importing: Importing): Promise<void> {
  const { $view, services } = importing
  const view = $view.get()
  if ((view.step !== 'preview' && view.step !== 'lost') || view.isSending) return
  const pending = { ...view.pending, isSent: true }
  saveImport(pending)
  $view.set({ ...view, pending, isSending: true })
  try {
    const result = await services.applyStatement(pending, { dryRun: false })
    if (result.ok) {
      saveImport(undefined)
      $view.set({ step: 'applied', pending, applied: result })
      services.onApplied()
    } else {
      saveImport({ ...pending, isSent: false })
      $view.set(refused({ ...pending, isSent: false }, result))
    }
  } catch (error) {
    logFailure('Error applying a statement', error)
    const problem = `No response came: it may be applied or not. Press Apply again. ${tryAgain(error)}`
    $view.set({ ...view, pending, problem, isSending: false })
  }
}

async function replace(importing: Importing): Promise<void> {
  const view = importing.$view.get()
  if (view.step !== 'known') return
  await preview(importing, { ...view.pending, replaces: view.statement })
}

function discard(importing: Importing): void {
  importing.latestRun += 1
  saveImport(undefined)
  importing.$view.set({ step: 'choosing' })
}

function forget(importing: Importing, statement: number): void {
  const view = importing.$view.get()
  if (view.step === 'applied' && view.applied.statement === statement) discard(importing)
}

function refused(pending: SavedImport, result: Extract<ApplyResult, { ok: false }>): ImportView {
  const { code, statement, similar = false } = result
  if (code === 'statement_known' && statement !== undefined)
    return { step: 'known', pending, statement, isSimilar: similar }
  return { step: 'choosing', problem: refusedFileSentence(code) }
}
