/*
 * The returns desk: a parcel is checked in by one scan. A scan without a response stays in the list, and in the tab,
 * until it is sent: its token makes a retry harmless.
 */
import { atom, computed, type WritableAtom } from 'nanostores'
import { askBeforeLeaving } from '#admin/auth/ask-before-leaving.ts'
import { beep } from '#admin/beep.ts'
import { hasStrings, isRecord } from '#kit/json.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { tabStorage } from '#kit/storage/tab-storage.ts'
import { cleanCode } from '#kit/text.ts'
import { checkIn, undoCheckIn } from './returns.api.ts'
import {
  CHECK_IN_ACTS,
  type CheckedIn,
  type CheckIn,
  type CheckInAct,
  type ParcelChoice,
  refusedScanSentence,
} from './returns.ts'

export interface Scan extends CheckIn {
  /** `unsent`: without a response, so that it may be noted or not. */
  state: 'sending' | 'unsent' | 'done' | 'unchanged' | 'refused' | 'undone'
  found?: CheckedIn
  problem?: string | undefined
  choices?: readonly ParcelChoice[]
}

/** What is saved of the desk in this tab. */
const STORAGE_KEY = 'zulf:admin-tab-returns'

/** How many scans the page shows, and those without a response. */
const MAX_SCANS = 100

/** In hertz. */
const GOOD = [880]
const BAD = [220, 220]

const defaults = { checkIn, undoCheckIn, beep }

interface Desk {
  $act: WritableAtom<CheckInAct>
  /** Newest first. */
  $scans: WritableAtom<readonly Scan[]>
  services: typeof defaults
}

export function createReturns(options: Partial<typeof defaults> = {}) {
  const saved = readSaved()
  const desk: Desk = {
    $act: atom(saved.act),
    $scans: atom(saved.unsent),
    services: { ...defaults, ...options },
  }
  return {
    $act: desk.$act,
    $scans: desk.$scans,
    $unsent: computed(desk.$scans, (scans) => scans.filter(({ state }) => state === 'unsent')),
    choose: (act: CheckInAct) => {
      desk.$act.set(act)
      save(desk)
    },
    scan: (typed: string, act?: CheckInAct) => scan(desk, typed, act),
    /** One of several parcels of a number, in place of that scan. */
    pick: (token: string, choice: ParcelChoice) => pick(desk, token, choice),
    retry: () => retry(desk),
    undo: (token: string) => undo(desk, token),
    start: () => askBeforeLeaving(() => desk.$scans.get().some(({ state }) => state === 'unsent')),
  }
}

export type ReturnsStore = ReturnType<typeof createReturns>

async function scan(desk: Desk, typed: string, act = desk.$act.get()): Promise<void> {
  const code = cleanCode(typed)
  if (code === '') return
  const scans = desk.$scans.get()
  const unsent = scans.find((one) => one.code === code && one.act === act && one.state === 'unsent')
  if (unsent) return send(desk, unsent)
  const added: Scan = { code, act, token: crypto.randomUUID(), state: 'sending' }
  desk.$scans.set([added, ...scans].filter((one, nth) => nth < MAX_SCANS || isOpen(one)))
  await send(desk, added)
}

/** Whether it has no response yet. */
function isOpen({ state }: Scan): boolean {
  return state === 'unsent' || state === 'sending'
}

async function pick(desk: Desk, token: string, choice: ParcelChoice): Promise<void> {
  const several = desk.$scans.get().find((one) => one.token === token)
  if (!several) return
  desk.$scans.set(desk.$scans.get().filter((one) => one !== several))
  await scan(desk, choice.orderId, several.act)
}

async function send(desk: Desk, { code, act, token }: CheckIn): Promise<void> {
  const { services } = desk
  change(desk, token, { state: 'sending', problem: undefined })
  save(desk)
  try {
    const result = await services.checkIn({ code, act, token })
    if (result.ok) {
      const { ok: _, unchanged, ...found } = result
      change(desk, token, { state: unchanged ? 'unchanged' : 'done', found })
    } else {
      const { parcels: choices = [] } = result
      change(desk, token, { state: 'refused', problem: refusedScanSentence(result), choices })
    }
    void services.beep(result.ok ? GOOD : BAD)
  } catch (error) {
    change(desk, token, { state: 'unsent' })
    logFailure('Error checking in a parcel', error)
    void services.beep(BAD)
  }
  save(desk)
}

/** In the order of the scans. */
async function retry(desk: Desk): Promise<void> {
  const unsent = desk.$scans.get().filter(({ state }) => state === 'unsent')
  for (const one of unsent.reverse()) await send(desk, one)
}

async function undo(desk: Desk, token: string): Promise<void> {
  const before = desk.$scans.get().find((one) => one.token === token)
  if (before?.state !== 'done') return
  change(desk, token, { state: 'sending' })
  try {
    const result = await desk.services.undoCheckIn(token)
    change(
      desk,
      token,
      result.ok
        ? { state: 'undone', problem: undefined }
        : { state: 'done', problem: 'It cannot be undone: something came after it.' },
    )
  } catch (error) {
    logFailure('Error undoing a check-in', error)
    change(desk, token, { state: 'done', problem: 'Not undone: press Undo again.' })
  }
}

function change(desk: Desk, token: string, patch: Partial<Scan>): void {
  desk.$scans.set(
    desk.$scans.get().map((one) => (one.token === token ? { ...one, ...patch } : one)),
  )
}

/** What is not sent outlives a reload, with the act that is chosen. */
function save({ $act, $scans }: Desk): void {
  const unsent = $scans
    .get()
    .filter(isOpen)
    .map(({ code, act, token }) => ({ code, act, token }))
  tabStorage.set(STORAGE_KEY, { act: $act.get(), unsent })
}

function readSaved(): { act: CheckInAct; unsent: Scan[] } {
  const saved = tabStorage.get(STORAGE_KEY)
  const { act, unsent }: Record<string, unknown> = isRecord(saved) ? saved : {}
  return {
    act: isAct(act) ? act : 'received_back',
    unsent: (Array.isArray(unsent) ? unsent.filter(isCheckIn) : []).map(
      ({ code, act, token }): Scan => ({ code, act, token, state: 'unsent' }),
    ),
  }
}

function isCheckIn(value: unknown): value is CheckIn {
  return isRecord(value) && hasStrings(value, ['code', 'token']) && isAct(value['act'])
}

function isAct(value: unknown): value is CheckInAct {
  return typeof value === 'string' && value in CHECK_IN_ACTS
}
