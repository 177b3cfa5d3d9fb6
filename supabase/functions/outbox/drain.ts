/*
 * Empties the outbox: claims what is due, sends it, and reports what came of it. Runs in an Edge Function (index.ts) and
 * in the local backend, so it uses Web APIs only.
 */
import { type Notice, shownOf } from './notice.ts'
import { type Outcome, type Sender, send, type Target, type VapidKeys } from './send.ts'

export interface Claim {
  /** Null before the first claim. */
  vapid: VapidKeys | null
  notices: (Notice & { targets: Target[] })[]
}

/** What came of sending a notice, by the ids of targets; or new keys. */
type Report =
  | {
      id: number
      told: string[]
      never: string[]
      gone: string[]
      failures: Record<string, string>
      wait?: number
    }
  | { vapid: VapidKeys }

/** The functions of the database. */
export interface Outbox {
  claim(sender: { hasBuildHook: boolean }): Promise<Claim>
  /** Returns the keys that are saved. */
  report(report: Report): Promise<VapidKeys>
}

export type DrainOptions = Pick<Sender, 'contact' | 'buildHook'> &
  Partial<Pick<Sender, 'fetch' | 'timeoutMs'>>

/** Shorter than the lease of a claim. */
const SEND_TIMEOUT_MS = 10_000
/** Shorter than the minute after which a host calls again. */
const DRAIN_TIME_MS = 40_000

/** Returns how many notices were sent to all their targets or to some. */
export async function drain(outbox: Outbox, options: DrainOptions): Promise<number> {
  const end = Date.now() + DRAIN_TIME_MS
  let sent = 0
  do {
    const { vapid, notices } = await outbox.claim({ hasBuildHook: Boolean(options.buildHook) })
    const sender: Sender = {
      fetch,
      timeoutMs: SEND_TIMEOUT_MS,
      ...options,
      vapid: vapid ?? (await outbox.report({ vapid: await newKeys() })),
    }
    if (notices.length === 0) return sent
    await Promise.all(notices.map(async (notice) => outbox.report(await sendToAll(sender, notice))))
    sent += notices.length
  } while (Date.now() < end)
  return sent
}

async function sendToAll(sender: Sender, notice: Claim['notices'][number]): Promise<Report> {
  const shown = shownOf(notice)
  const outcomes = await Promise.all(
    notice.targets.map(
      async (target): Promise<[string, Outcome]> => [
        target.id,
        await send(sender, notice.id, shown, target),
      ],
    ),
  )
  const idsOf = (state: Outcome['state']) =>
    outcomes.filter(([, outcome]) => outcome.state === state).map(([id]) => id)
  const waits = outcomes.flatMap(([, outcome]) =>
    outcome.state === 'failed' && outcome.waitS ? [outcome.waitS] : [],
  )
  return {
    id: notice.id,
    told: idsOf('told'),
    never: idsOf('never'),
    gone: idsOf('gone'),
    failures: Object.fromEntries(
      outcomes.flatMap(([id, outcome]) => ('failure' in outcome ? [[id, outcome.failure]] : [])),
    ),
    ...(waits.length > 0 && { wait: Math.max(...waits) }),
  }
}

async function newKeys(): Promise<VapidKeys> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = (await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { publicKey: base64Url(publicKey), privateKey: d }
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
