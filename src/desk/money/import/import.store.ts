/*
 * A courier's file is read, shown row by row as it would be saved, and saved by one press, an act (docs/desk-rules.md,
 * rules 22.40 to 22.42). The tab keeps it until a response says what came of it: a file that was saved is known then.
 */
import { atom } from 'nanostores'
import type { sendAct } from '#admin/acts/acts.api.ts'
import { createActs } from '#admin/acts/acts.store.ts'
import type { ColumnMapping } from '#desk/files/fields.ts'
import type { TaughtWords } from '#desk/files/read/status-words.ts'
import type { SettingsChange } from '#desk/sheets/couriers/courier-settings.ts'
import { codeOf, logFailure } from '#kit/remote/shop-error.ts'
import { maybeSaved, tryAgain } from '#kit/remote/try-again.ts'
import type { Applied, AppliedRow, ApplyResult } from './applying.ts'
import { toRow } from './import.api.ts'
import { asNet } from './net-amounts.ts'
import {
  comparePending,
  type Opened,
  openFile,
  refused,
  requests,
  type Source,
} from './open-file.ts'
import { readImport, type SavedImport, saveImport } from './saved-import.ts'

export type ImportView =
  | Opened
  /** What is under way, in words. */
  | { step: 'working'; says: string }
  /** With the rows of the preview. */
  | { step: 'applied'; pending: SavedImport; applied: Applied; rows: readonly AppliedRow[] }

type Services = typeof requests & {
  sendAct?: typeof sendAct
  /** Shows the payment in the list, and ticks it where the admin said so. */
  onSaved: (payment: number, isInBank: boolean) => void
}

export function createImport(options: Partial<Services> = {}) {
  const services: Services = { ...requests, onSaved: () => {}, ...options }
  const $view = atom<ImportView>({ step: 'choosing' })
  const acts = createActs<string>({
    ...(services.sendAct && { sendAct: services.sendAct }),
    errorMessage: () => 'Error saving a courier’s file',
  })
  /** A later file ends the reading of an earlier one. */
  let latestRun = 0

  /** Shows what the work comes to, unless other work began meanwhile. */
  async function run(says: string, work: () => Promise<Opened>, file?: File): Promise<void> {
    latestRun += 1
    const thisRun = latestRun
    $view.set({ step: 'working', says })
    const view = await work().catch((error: unknown): Opened => {
      logFailure('Error reading a courier’s file', error)
      const problem = `This file could not be compared. ${tryAgain(error)}`
      return { step: 'choosing', problem, file }
    })
    if (thisRun !== latestRun) return
    if (view.step === 'preview') {
      // An act without a response was about what was shown before.
      acts.forget()
      saveImport(view.pending)
    }
    $view.set(view)
  }

  const open = (file: File, work: () => Promise<Opened>) =>
    run(`Reading ${file.name}...`, work, file)

  /** Saves what the admin said of files of its courier, if anything, and reads the file again. */
  function readAgain(source: Source, settings?: SettingsChange): Promise<void> {
    return open(source.file, async () => {
      if (settings) await services.saveCourier(source.courier, settings)
      return openFile(source, services)
    })
  }

  /** Compares a file that is read already. */
  function compare(pending: SavedImport, source?: Source): Promise<void> {
    const says = `Comparing ${pending.input.fileName} with the orders...`
    return run(says, () => comparePending({ pending, source }, services), source?.file)
  }

  /** The preview, unless it is being saved. */
  function openPreview() {
    const view = $view.get()
    return view.step === 'preview' && !view.isSending ? view : undefined
  }

  /** The file whose columns and words can be said. */
  function openSource(): Source | undefined {
    const view = $view.get()
    return view.step === 'mapping' ? view.source : openPreview()?.source
  }

  function discard(): void {
    latestRun += 1
    acts.forget()
    saveImport(undefined)
    $view.set({ step: 'choosing' })
  }

  return {
    $view,
    discard,
    /** Reads a file of the courier that the admin names, or of the one that the file shows. */
    read: (file: File, courier?: string) => open(file, () => openFile({ file, courier }, services)),
    /** What the columns of the file are. What is not chosen, as its sheet, stays as it was. */
    async map(chosen: ColumnMapping, sheet?: string): Promise<void> {
      const source = openSource()
      if (!source) return
      const isChosen = Object.keys(chosen).length > 0
      await readAgain(
        { ...source, sheet: sheet ?? source.sheet },
        isChosen ? { statementColumns: { ...source.mapping, ...chosen } } : undefined,
      )
    },
    /** What words of the file mean. */
    async teach(statementWords: TaughtWords): Promise<void> {
      const source = openSource()
      if (source) await readAgain(source, { statementWords })
    },
    /** The amounts are what the courier paid after its fees. */
    async takeAsNet(): Promise<void> {
      const view = openPreview()
      if (!view) return
      const { pending, preview, source } = view
      const lines = asNet(pending.input.lines, preview.rows)
      await compare({ ...pending, input: { ...pending.input, lines } }, source)
    },
    /** Saves the file. The same press again is the same act. `isInBank` where its money is there already. */
    async apply(isInBank = false): Promise<void> {
      const view = openPreview()
      if (!view) return
      $view.set({ ...view, isSending: true })
      const { pending, preview, source } = view
      const sent = await acts.once('apply', [toRow(pending)], pending.input.digest)
      if (sent.state === 'unsent') {
        const again = codeOf(sent.error) === 'unforeseen' ? 'Reload the page and press' : 'Press'
        const problem = `${maybeSaved(sent.error) ?? 'It is not saved.'} ${again} Save again: it is not saved twice.`
        $view.set({ ...view, problem, isSending: false })
        return
      }
      acts.forget()
      const result = sent.results[0] as unknown as ApplyResult
      if (!result.ok) {
        $view.set(refused({ pending, source }, result))
        return
      }
      saveImport(undefined)
      $view.set({ step: 'applied', pending, applied: result, rows: preview.rows })
      services.onSaved(result.statement, isInBank)
    },
    /** Takes the place of the earlier payment, which is undone with it. */
    async replace(): Promise<void> {
      const view = $view.get()
      if (view.step !== 'known') return
      const replaces = view.payment
      await compare({ ...view.pending, replaces }, view.source && { ...view.source, replaces })
    },
    /** For a payment that was undone: its file is not saved any more. */
    forget(payment: number): void {
      const view = $view.get()
      if (view.step === 'applied' && view.applied.statement === payment) discard()
    },
    /** Shows the file that was left in this tab. */
    start(): void {
      const pending = readImport()
      if (pending) void compare(pending)
    },
  }
}

export type ImportStore = ReturnType<typeof createImport>
