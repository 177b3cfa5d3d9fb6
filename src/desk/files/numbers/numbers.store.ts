/*
 * Tracking numbers that come back: pasted, in a file, or scanned. What they would fill is shown first
 * (docs/product.md, rules 21.12 to 21.15); the caller writes what the admin accepts.
 */
import { atom, type WritableAtom } from 'nanostores'
import { hasCode } from '#kit/remote/shop-error.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { type Matching, matchFound, matchNumbers, type NumberList } from './match-numbers.ts'
import { lookUpNumbers } from './numbers.api.ts'
import { readNumbersFile, readPasted } from './read-rows.ts'
import { FIRST_SCAN, type Scanning, scan } from './scan-pair.ts'

/** The orders that may get numbers, and in which order a column of numbers may stand. */
export type Receivers = Pick<NumberList, 'orders' | 'sequences'>

export type NumbersView =
  | { step: 'idle' | 'reading' }
  | { step: 'failed'; problem: string }
  /** The list has no rows where it was scanned. */
  | { step: 'preview'; matching: Matching; list: NumberList }

const defaults = { lookUpNumbers }

interface Numbering {
  $view: WritableAtom<NumbersView>
  $scanning: WritableAtom<Scanning>
  services: typeof defaults
  /** A later list ends the reading of an earlier one. */
  latestRun: number
}

export function createNumbers(options: Partial<typeof defaults> = {}) {
  const numbering: Numbering = {
    $view: atom<NumbersView>({ step: 'idle' }),
    $scanning: atom(FIRST_SCAN),
    services: { ...defaults, ...options },
    latestRun: 0,
  }
  return {
    $view: numbering.$view,
    $scanning: numbering.$scanning,
    paste: (text: string, receivers: Receivers) =>
      show(numbering, async () => {
        const list = await readPasted(text, idsOf(receivers))
        return previewOf(numbering, { ...receivers, ...list })
      }),
    readFile: (file: Blob, receivers: Receivers) =>
      show(numbering, async () => {
        const list = await readNumbersFile(file, idsOf(receivers))
        if (!list.ok) return { step: 'failed', problem: list.problem }
        return previewOf(numbering, { ...receivers, rows: list.rows, problems: list.problems })
      }),
    /** Reads the list that is shown by another column. */
    chooseColumn: (column: number) =>
      show(numbering, async (view) =>
        view.step === 'preview' ? previewOf(numbering, { ...view.list, column }) : view,
      ),
    /** Reads the list that is shown again, without a number for this order. */
    leaveWithout: (id: string) =>
      show(numbering, async (view) =>
        view.step === 'preview'
          ? previewOf(numbering, { ...view.list, without: [...(view.list.without ?? []), id] })
          : view,
      ),
    scan: ({ orders }: Receivers, typed: string) =>
      numbering.$scanning.set(scan(numbering.$scanning.get(), typed, orders)),
    /** Shows the pairs that were scanned. */
    reviewScans: (receivers: Receivers) =>
      show(numbering, () => previewOfScans(numbering, receivers)),
    clear: () => {
      numbering.latestRun += 1
      numbering.$view.set({ step: 'idle' })
      numbering.$scanning.set(FIRST_SCAN)
    },
  }
}

export type NumbersStore = ReturnType<typeof createNumbers>

function idsOf({ orders }: Receivers): ReadonlySet<string> {
  return new Set(orders.map(({ id }) => id))
}

async function show(
  numbering: Numbering,
  load: (before: NumbersView) => Promise<NumbersView>,
): Promise<void> {
  const { $view } = numbering
  const before = $view.get()
  numbering.latestRun += 1
  const run = numbering.latestRun
  $view.set({ step: 'reading' })
  try {
    const view = await load(before)
    if (run === numbering.latestRun) $view.set(view)
  } catch (error) {
    if (run !== numbering.latestRun || hasCode(error, 'forbidden')) return
    console.error('Error matching tracking numbers', error)
    $view.set({ step: 'failed', problem: `The numbers could not be matched. ${tryAgain(error)}` })
  }
}

/** Matched twice: the second time with what the database knows of the numbers. */
async function previewOf({ services }: Numbering, list: NumberList): Promise<NumbersView> {
  const first = matchNumbers(list)
  const known = await services.lookUpNumbers(first.matches.map(({ number }) => number))
  return { step: 'preview', matching: matchNumbers({ ...list, known }), list }
}

async function previewOfScans(
  { $scanning, services }: Numbering,
  receivers: Receivers,
): Promise<NumbersView> {
  const found = $scanning.get().pairs
  const known = await services.lookUpNumbers(found.map(({ number }) => number))
  const matching = matchFound({ found, problems: [] }, { ...receivers, known })
  return {
    step: 'preview',
    matching: { ...matching, columns: [] },
    list: { ...receivers, rows: [] },
  }
}
