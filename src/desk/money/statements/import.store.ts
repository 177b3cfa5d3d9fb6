/*
 * A courier's file is read, shown row by row as it would be applied, and applied by one press, an act (docs/product.md,
 * rules 22.40 to 22.42). The tab keeps it until a response says what came of it.
 */
import { atom, type WritableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { findCourier } from '#admin/order/couriers.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { ColumnReport } from '#desk/files/read/find-columns.ts'
import type { readStatement } from '#desk/files/read/read-statement.ts'
import type { StatementInput } from '#desk/files/read/statement.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import {
  type Applied,
  type ApplyResult,
  type Compared,
  type RefusedFile,
  refusedFileSentence,
} from './applying.ts'
import { readImport, type SavedImport, saveImport } from './saved-import.ts'
import { compareStatement, fetchTaught, saveMapping, saveWords, toRow } from './statements.api.ts'

export type ImportView =
  | { step: 'choosing'; problem?: string }
  /** What is under way, in words. */
  | { step: 'working'; says: string }
  /** The admin chooses what the columns are, and is asked why. */
  | { step: 'mapping'; question: string; source: Source }
  | {
      step: 'preview'
      pending: SavedImport
      preview: Compared
      /** Absent after a reload: then other columns cannot be chosen. */
      source?: Source | undefined
      problem?: string
      isSending: boolean
    }
  /** It may be applied: its response was lost. */
  | { step: 'lost'; pending: SavedImport; problem?: string; isSending: boolean }
  | { step: 'known'; pending: SavedImport; statement: number; isSimilar: boolean }
  | { step: 'applied'; pending: SavedImport; applied: Applied; request: string }

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
  compareStatement,
  sendAct,
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

/** What the page knows of the file that is applied, beside its row. */
type About = Omit<SavedImport, 'input'>

interface Importing {
  $view: WritableAtom<ImportView>
  acts: Acts<About>
  services: typeof defaults
  /** A later file ends the reading of an earlier one. */
  latestRun: number
}

export function createImport(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const acts = createActs<About>({
    sendAct: services.sendAct,
    errorMessage: () => 'Error applying a statement',
    key: 'import',
  })
  const $view = atom<ImportView>({ step: 'choosing' })
  const importing: Importing = { $view, acts, services, latestRun: 0 }
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
  const [lost] = importing.acts.unsent()
  const pending = readImport()
  if (lost) importing.$view.set({ step: 'lost', pending: pendingOf(lost), isSending: false })
  else if (pending) void preview(importing, pending)
}

function pendingOf({ about, rows }: SentAct<About>): SavedImport {
  return { ...about, input: rows[0] as unknown as StatementInput }
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
  return previewOf(importing, { replaces, ...read }, { ...from, report })
}

function preview(importing: Importing, pending: SavedImport): Promise<void> {
  return run(importing, `Comparing ${pending.input.fileName} with the orders...`, () =>
    previewOf(importing, pending),
  )
}

async function previewOf(
  { acts, services }: Importing,
  pending: SavedImport,
  source?: Source,
): Promise<ImportView> {
  const result = await services.compareStatement(pending)
  if (!result.ok) return refused(pending, result)
  acts.forget()
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

/** The same press again is the same act. */
async function apply(importing: Importing): Promise<void> {
  const { $view, acts, services } = importing
  const view = $view.get()
  if ((view.step !== 'preview' && view.step !== 'lost') || view.isSending) return
  $view.set({ ...view, isSending: true })
  // The act keeps the file.
  saveImport(undefined)
  const { pending } = view
  const { input: _, ...about } = pending
  const [lost] = acts.unsent()
  const sent = lost ? await acts.resend(lost) : await acts.send('apply', [toRow(pending)], about)
  if (sent.state === 'unsent') {
    const problem = `No response came: it may be applied or not. Press Apply again. ${tryAgain(sent.error)}`
    $view.set({ ...view, problem, isSending: false })
    return
  }
  acts.forget()
  const result = sent.results[0] as unknown as ApplyResult
  if (result.ok) {
    $view.set({ step: 'applied', pending, applied: result, request: sent.request })
    services.onApplied()
  } else {
    saveImport(pending)
    $view.set(refused(pending, result))
  }
}

async function replace(importing: Importing): Promise<void> {
  const view = importing.$view.get()
  if (view.step !== 'known') return
  await preview(importing, { ...view.pending, replaces: view.statement })
}

function discard(importing: Importing): void {
  importing.latestRun += 1
  importing.acts.forget()
  saveImport(undefined)
  importing.$view.set({ step: 'choosing' })
}

function forget(importing: Importing, statement: number): void {
  const view = importing.$view.get()
  if (view.step === 'applied' && view.applied.statement === statement) discard(importing)
}

function refused(pending: SavedImport, result: RefusedFile): ImportView {
  const { code, statement, similar = false } = result
  if (code === 'statement_known' && statement !== undefined)
    return { step: 'known', pending, statement, isSimilar: similar }
  return { step: 'choosing', problem: refusedFileSentence(code) }
}
