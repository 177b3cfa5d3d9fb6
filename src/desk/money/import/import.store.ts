/*
 * A courier's file is read, shown row by row as it would be saved, and saved by one press, an act (docs/desk-rules.md,
 * rules 22.40 to 22.42). The tab keeps it until a response says what came of it: a file that was saved is known then.
 */
import { atom, type WritableAtom } from 'nanostores'
import type { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs } from '#admin/acts/acts.store.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { ReadFile } from '#desk/files/read/courier-file.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import {
  type Applied,
  type AppliedRow,
  type ApplyResult,
  type Compared,
  type RefusedFile,
  refusedFileSentence,
} from './applying.ts'
import { toRow } from './import.api.ts'
import { asNet } from './net-amounts.ts'
import { openFile, type Reading, requests, type Said, type Source } from './open-file.ts'
import { readImport, type SavedImport, saveImport } from './saved-import.ts'

export type ImportView =
  /** With why the last file was not used, and that file where it may be read by another try. */
  | { step: 'choosing'; problem?: string; file?: File | undefined }
  /** What is under way, in words. */
  | { step: 'working'; says: string }
  | Exclude<Reading, { step: 'choosing' | 'read' }>
  | {
      step: 'preview'
      pending: SavedImport
      preview: Compared
      /** Absent after a reload: then other columns cannot be chosen. */
      source?: Source | undefined
      problem?: string
      isSending: boolean
    }
  | {
      step: 'known'
      pending: SavedImport
      source?: Source | undefined
      payment: number
      isSimilar: boolean
    }
  /** With the rows of the preview. */
  | {
      step: 'applied'
      pending: SavedImport
      applied: Applied
      rows: readonly AppliedRow[]
      request: string
    }

type Services = typeof requests & {
  sendAct?: typeof sendAct
  /** Shows the payment in the list, and ticks it where the admin said so. */
  onSaved: (payment: number, isInBank: boolean) => void
}

interface Importing {
  $view: WritableAtom<ImportView>
  acts: Acts<string>
  services: Services
  /** A later file ends the reading of an earlier one. */
  latestRun: number
}

export function createImport(options: Partial<Services> = {}) {
  const services: Services = { ...requests, onSaved: () => {}, ...options }
  const importing: Importing = {
    $view: atom<ImportView>({ step: 'choosing' }),
    acts: createActs<string>({
      ...(services.sendAct && { sendAct: services.sendAct }),
      errorMessage: () => 'Error saving a courier’s file',
    }),
    services,
    latestRun: 0,
  }
  return {
    $view: importing.$view,
    /** Reads a file of the courier that the admin names, or of the one that the file shows. */
    read: (file: File, courier?: string) => read(importing, file, courier),
    /** What the columns of the file are, which is saved for the courier, and its sheet. */
    map: (mapping: ColumnMapping, sheet?: string) => map(importing, mapping, sheet),
    /** What words of the file mean. It is saved for the courier. */
    teach: (words: TaughtWords) => teach(importing, words),
    /** The amounts are what the courier paid after its fees. */
    takeAsNet: () => takeAsNet(importing),
    /** `isInBank` where its money is there already. */
    apply: (isInBank = false) => apply(importing, isInBank),
    /** In place of the earlier payment, which is undone with it. */
    replace: () => replace(importing),
    discard: () => discard(importing),
    /** For a payment that was undone: its file is not saved any more. */
    forget: (payment: number) => forget(importing, payment),
    start: () => start(importing),
  }
}

export type ImportStore = ReturnType<typeof createImport>

/** Shows the file that was left in this tab. */
function start(importing: Importing): void {
  const pending = readImport()
  if (pending) void preview(importing, { file: pending }, pending.replaces)
}

async function read(importing: Importing, file: File, courier?: string): Promise<void> {
  await run(importing, `Reading ${file.name}...`, () => open(importing, file, { courier }), file)
}

/** What is not chosen stays as it was. */
async function map(importing: Importing, chosen: ColumnMapping, sheet?: string): Promise<void> {
  const save = async ({ courier, mapping }: Source) => {
    const isChosen = Object.keys(chosen).length > 0
    if (isChosen) await importing.services.saveMapping(courier, { ...mapping, ...chosen })
  }
  await change(importing, save, sheet)
}

async function teach(importing: Importing, meanings: TaughtWords): Promise<void> {
  await change(importing, ({ courier }) => importing.services.saveWords(courier, meanings))
}

/** Saves what the admin said of the file on screen, and reads it again. */
async function change(
  importing: Importing,
  save: (source: Source) => Promise<void>,
  sheet?: string,
): Promise<void> {
  const view = importing.$view.get()
  const isOpen = view.step === 'mapping' || (view.step === 'preview' && !view.isSending)
  if (!isOpen || !view.source) return
  const { source } = view
  const { file, courier } = source
  const replaces = view.step === 'preview' ? view.pending.replaces : undefined
  const readAgain = async () => {
    await save(source)
    return open(importing, file, { courier, sheet: sheet ?? source.sheet }, replaces)
  }
  await run(importing, `Reading ${file.name}...`, readAgain, file)
}

async function open(
  importing: Importing,
  file: File,
  said: Said,
  replaces?: number,
): Promise<ImportView> {
  const reading = await openFile(file, said, importing.services)
  return reading.step === 'read' ? previewOf(importing, reading, replaces) : reading
}

async function takeAsNet(importing: Importing): Promise<void> {
  const view = importing.$view.get()
  if (view.step !== 'preview' || view.isSending) return
  const { pending, preview: shown, source } = view
  const lines = asNet(pending.input.lines, shown.rows)
  const file = { ...pending, input: { ...pending.input, lines } }
  await preview(importing, { file, source }, pending.replaces)
}

/** Compares a file that is read already: it was left in the tab, or its amounts are taken in another way. */
function preview(importing: Importing, shown: Shown, replaces?: number): Promise<void> {
  return run(
    importing,
    `Comparing ${shown.file.input.fileName} with the orders...`,
    () => previewOf(importing, shown, replaces),
    shown.source?.file,
  )
}

interface Shown {
  file: ReadFile
  source?: Source | undefined
}

async function previewOf(
  importing: Importing,
  { file, source }: Shown,
  replaces?: number,
): Promise<ImportView> {
  const pending = { ...file, replaces }
  const result = await importing.services.compareFile(pending)
  if (!result.ok) return refused({ file: pending, source }, result)
  if (file.mayBeList && result.numbered > 0) {
    return previewOf(importing, { file: asList(file), source }, replaces)
  }
  importing.acts.forget()
  saveImport(pending)
  return { step: 'preview', pending, preview: result, source, isSending: false }
}

/** A file that numbers parcels, and names no payment: nothing is collected yet. */
function asList(file: ReadFile): ReadFile {
  const lines = file.input.lines.map((line) => ({ ...line, money: [] }))
  return { ...file, input: { ...file.input, lines }, questions: [], mayBeList: false }
}

/** Shows what the work comes to, unless other work began meanwhile. */
async function run(
  importing: Importing,
  says: string,
  work: () => Promise<ImportView>,
  file?: File,
): Promise<void> {
  importing.latestRun += 1
  const { latestRun } = importing
  importing.$view.set({ step: 'working', says })
  const view = await work().catch((error: unknown): ImportView => {
    logFailure('Error reading a courier’s file', error)
    const problem = `This file could not be compared. ${tryAgain(error)}`
    return { step: 'choosing', problem, file }
  })
  if (latestRun === importing.latestRun) importing.$view.set(view)
}

/** Saves the file. The same press again is the same act. */
async function apply(importing: Importing, isInBank: boolean): Promise<void> {
  const { $view, acts, services } = importing
  const view = $view.get()
  if (view.step !== 'preview' || view.isSending) return
  $view.set({ ...view, isSending: true })
  const { pending, preview: shown, source } = view
  const sent = await acts.once('apply', [toRow(pending)], pending.input.digest)
  if (sent.state === 'unsent') {
    const problem = `No response came: it may be saved or not. Press Save again. ${tryAgain(sent.error)}`
    $view.set({ ...view, problem, isSending: false })
    return
  }
  acts.forget()
  const result = sent.results[0] as unknown as ApplyResult
  if (result.ok) {
    saveImport(undefined)
    $view.set({
      step: 'applied',
      pending,
      applied: result,
      rows: shown.rows,
      request: sent.request,
    })
    services.onSaved(result.statement, isInBank)
  } else $view.set(refused({ file: pending, source }, result))
}

async function replace(importing: Importing): Promise<void> {
  const view = importing.$view.get()
  if (view.step !== 'known') return
  await preview(importing, { file: view.pending, source: view.source }, view.payment)
}

function discard(importing: Importing): void {
  importing.latestRun += 1
  importing.acts.forget()
  saveImport(undefined)
  importing.$view.set({ step: 'choosing' })
}

function forget(importing: Importing, payment: number): void {
  const view = importing.$view.get()
  if (view.step === 'applied' && view.applied.statement === payment) discard(importing)
}

function refused({ file: pending, source }: Shown, result: RefusedFile): ImportView {
  const { code, statement: payment, similar = false } = result
  if (code === 'statement_known' && payment !== undefined)
    return { step: 'known', pending, source, payment, isSimilar: similar }
  return { step: 'choosing', problem: refusedFileSentence(code) }
}
