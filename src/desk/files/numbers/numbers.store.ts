/*
 * Tracking numbers that come back: pasted, or in a file. What they would fill is shown first
 * (docs/desk-rules.md, rules 21.12 to 21.14); the caller writes what the admin accepts.
 */
import { atom } from 'nanostores'
import { draftText } from '#admin/tab-state/draft-atom.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { type Matching, matchNumbers, type NumberList } from './match-numbers.ts'
import type { Receivers } from './numbered-order.ts'
import { lookUpNumbers } from './numbers.api.ts'
import { readRows } from './read-rows.ts'

export type NumbersView =
  | { step: 'idle' | 'reading' }
  | { step: 'failed'; problem: string }
  | { step: 'preview'; matching: Matching; list: NumberList }

const defaults = { lookUpNumbers }

interface Options extends Partial<typeof defaults> {
  /** Names what is pasted among the drafts of this tab. */
  key: string
}

export function createNumbers({ key, ...options }: Options) {
  const services = { ...defaults, ...options }
  const $view = atom<NumbersView>({ step: 'idle' })
  /** A later list ends the reading of an earlier one. */
  let latestRun = 0

  async function show(load: () => Promise<NumbersView>): Promise<void> {
    latestRun += 1
    const run = latestRun
    $view.set({ step: 'reading' })
    try {
      const view = await load()
      if (run === latestRun) $view.set(view)
    } catch (error) {
      if (run !== latestRun || hasCode(error, 'forbidden')) return
      console.error('Error matching tracking numbers', error)
      $view.set({ step: 'failed', problem: `The numbers could not be matched. ${tryAgain(error)}` })
    }
  }

  /** Matched twice: the second time with what the database knows of the numbers. */
  async function previewOf(list: NumberList): Promise<NumbersView> {
    const first = matchNumbers(list)
    const known = await services.lookUpNumbers(first.matches.map(({ number }) => number))
    return { step: 'preview', matching: matchNumbers({ ...list, known }), list }
  }

  return {
    $view,
    /** As it is typed. It outlives the panel and a reload (docs/desk-rules.md, rule 21.26). */
    $pasted: draftText(`numbers-${key}`),
    /** Reads what was pasted, or a file. */
    read: (source: string | Blob, receivers: Receivers) =>
      show(async () => {
        const list = await readRows(source, receivers)
        return typeof list === 'string' ? { step: 'failed', problem: list } : previewOf(list)
      }),
    /** Reads a list by another column, or without numbers for these orders. */
    readAgain: (list: NumberList) => show(() => previewOf(list)),
    clear: () => {
      latestRun += 1
      $view.set({ step: 'idle' })
    },
  }
}

export type NumbersStore = ReturnType<typeof createNumbers>
