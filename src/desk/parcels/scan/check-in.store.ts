/*
 * Checking in: a parcel that comes back is one scan, an act. A scan without a response stays in the list, and in the
 * tab, until it is sent.
 */
import { atom, computed, type WritableAtom } from 'nanostores'
import type { sendAct } from '#admin/acts/acts.api.ts'
import { type Acts, createActs, type SentAct } from '#admin/acts/acts.store.ts'
import { askBeforeLeaving } from '#admin/auth/ask-before-leaving.ts'
import { BAD_BEEP, beep, GOOD_BEEP } from '#admin/beep.ts'
import { toReference } from '#desk/files/cell.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { cleanCode } from '#kit/text.ts'
import {
  type CheckIn,
  type CheckInResult,
  type ParcelChoice,
  refusedScanSentence,
  SCAN_ACTS,
  type ScanAct,
} from './check-ins.ts'

export interface Scan extends CheckIn {
  request: string
  /** `unsent`: without a response, so that it may be noted or not. */
  state: 'sending' | 'unsent' | 'done' | 'unchanged' | 'refused' | 'undone'
  found?: Extract<CheckInResult, { ok: true }> | undefined
  problem?: string | undefined
  choices?: readonly ParcelChoice[] | undefined
}

/** The act that is chosen, in this tab. */
const STORAGE_KEY = 'zulf:admin-tab-returns'

/** How many scans the page shows, and those without a response. */
const MAX_SCANS = 100

interface Desk {
  $act: WritableAtom<ScanAct>
  acts: Acts<CheckIn>
  beep: typeof beep
}

export function createCheckIns(options: { sendAct?: typeof sendAct; beep?: typeof beep } = {}) {
  const acts = createActs<CheckIn>({
    ...options,
    errorMessage: () => 'Error checking in a parcel',
    key: 'returns',
    // What was noted has names.
    isKept: ({ act, state }) => act !== 'undo' && state !== 'saved',
  })
  const desk: Desk = { $act: atom(savedAct()), acts, beep: options.beep ?? beep }
  return {
    $act: desk.$act,
    /** Newest first. */
    $scans: computed(acts.$acts, toScans),
    $unsent: computed(acts.$acts, (all) => toScans(all).filter(isUnsent)),
    choose: (act: ScanAct) => {
      desk.$act.set(act)
      tabStorage.set(STORAGE_KEY, act)
    },
    scan: (typed: string) => scan(desk, typed, desk.$act.get()),
    /** One of several parcels of a number, in place of that scan. */
    pick: async (request: string, choice: ParcelChoice) => {
      const several = acts.$acts.get().filter((one) => one.request === request)
      acts.forget(several)
      if (several[0]) await scan(desk, choice.orderId, several[0].about.act)
    },
    retry: async () => {
      for (const one of acts.unsent().filter(({ act }) => act !== 'undo'))
        sound(desk, await acts.resend(one))
    },
    /** It is no parcel that comes back. */
    forget: (code: string) =>
      acts.forget(acts.unsent().filter(({ about }) => toReference(about.code) === code)),
    undo: async (request: string) => {
      const scanned = acts.$acts.get().find((one) => one.request === request)
      if (scanned && scanOf(scanned, acts.$acts.get()).state === 'done')
        await acts.undo(scanned, scanned.about)
    },
    start: () => askBeforeLeaving(() => acts.unsent().some(({ act }) => act !== 'undo')),
  }
}

export type CheckInStore = ReturnType<typeof createCheckIns>

async function scan(desk: Desk, typed: string, act: ScanAct): Promise<void> {
  const code = cleanCode(typed)
  if (code === '') return
  sound(desk, await desk.acts.once('check_in', [{ id: code, act }], { code, act }))
}

function sound(desk: Desk, { results: [result] }: SentAct<CheckIn>): void {
  void desk.beep(result?.ok ? GOOD_BEEP : BAD_BEEP)
}

function toScans(acts: readonly SentAct<CheckIn>[]): Scan[] {
  return acts
    .filter(({ act }) => act !== 'undo')
    .map((act) => scanOf(act, acts))
    .reverse()
    .filter((one, nth) => nth < MAX_SCANS || isUnsent(one) || one.state === 'sending')
}

function isUnsent({ state }: Scan): boolean {
  return state === 'unsent'
}

function scanOf(
  { about, request, state, results }: SentAct<CheckIn>,
  acts: readonly SentAct<CheckIn>[],
): Scan {
  const scan = { ...about, request }
  if (state !== 'saved') return { ...scan, state }
  const result = results[0] as CheckInResult | undefined
  if (!result?.ok) {
    const refused = result ?? { ok: false, code: 'refused' }
    return {
      ...scan,
      state: 'refused',
      problem: refusedScanSentence(refused),
      choices: refused.parcels,
    }
  }
  const found = result
  if (result.unchanged) return { ...scan, state: 'unchanged', found }
  const undone = acts.find((one) => one.act === 'undo' && one.request === request)
  if (!undone) return { ...scan, state: 'done', found }
  if (undone.state === 'sending') return { ...scan, state: 'sending', found }
  if (undone.state === 'unsent')
    return { ...scan, state: 'done', found, problem: 'Not undone: press Undo again.' }
  if (undone.results.every(({ ok }) => ok)) return { ...scan, state: 'undone', found }
  return { ...scan, state: 'done', found, problem: 'It cannot be undone: something came after it.' }
}

function savedAct(): ScanAct {
  const saved = tabStorage.get(STORAGE_KEY)
  return typeof saved === 'string' && saved in SCAN_ACTS ? (saved as ScanAct) : 'received_back'
}
