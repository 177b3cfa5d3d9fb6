/* Sends one notice to one target, and says what came of it. */
import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { Shown } from './notice.ts'

interface Device {
  url: string
  p256dh: string
  auth: string
}

export type Target = { id: string } & (
  | ({ way: 'push' } & Device)
  /** The build hook, whose URL the sender has. */
  | { way: 'build'; url: null }
)

/** A pair for the signature of Web Push (VAPID), as base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

export interface Sender {
  vapid: VapidKeys
  /** Whom a push service may write to: a `mailto:` or an https URL. */
  contact: string
  /** The URL that starts a build of the site. Without one there is no target for it. */
  buildHook?: string | undefined
  fetch: typeof fetch
  timeoutMs: number
}

/**
 * `gone`: the device has ended its subscription. `never`: this notice cannot be sent there. `failed`: it may be sent
 * later, after `waitS` seconds at the earliest.
 */
export type Outcome =
  | { state: 'told' | 'gone' }
  | { state: 'never'; failure: string }
  | { state: 'failed'; failure: string; waitS?: number }

const HOUR_S = 60 * 60
const DAY_S = 24 * HOUR_S

export async function send(
  sender: Sender,
  noticeId: number,
  shown: Shown,
  target: Target,
): Promise<Outcome> {
  const url = target.url ?? sender.buildHook
  if (!url?.startsWith('https://'))
    return { state: 'failed', failure: 'BUILD_HOOK_URL does not start with https://' }
  let request: RequestInit
  try {
    request =
      target.way === 'push'
        ? await pushRequest(sender, noticeId, shown, target)
        : // A hook takes an empty body.
          { method: 'POST' }
  } catch {
    return { state: 'never', failure: 'The keys of this device are damaged' }
  }
  try {
    const { status, headers } = await sender.fetch(url, {
      ...request,
      // The notice is for this service only.
      redirect: 'manual',
      signal: AbortSignal.timeout(sender.timeoutMs),
    })
    return outcomeOf(target.way, status, headers.get('retry-after'))
  } catch {
    return { state: 'failed', failure: 'The service cannot be reached' }
  }
}

async function pushRequest(
  { vapid, contact }: Sender,
  noticeId: number,
  shown: Shown,
  { url, p256dh, auth }: Device,
): Promise<RequestInit> {
  const { method, headers, body } = await buildPushPayload(
    {
      data: { ...shown },
      // The service keeps the last message of a topic. It reads the topic, so that has nothing of the order.
      options: { ttl: DAY_S, urgency: 'high', topic: `notice-${noticeId}` },
    },
    { endpoint: url, expirationTime: null, keys: { p256dh, auth } },
    { ...vapid, subject: contact },
  )
  return { method: method.toUpperCase(), headers, body }
}

function outcomeOf(way: Target['way'], status: number, retryAfter: string | null): Outcome {
  const failure = `The service responded with ${status}`
  if (status >= 200 && status < 300) return { state: 'told' }
  if (way === 'push' && (status === 404 || status === 410)) return { state: 'gone' }
  if (status === 400 || status === 413) return { state: 'never', failure }
  const waitS = secondsOf(retryAfter)
  return { state: 'failed', failure, ...(waitS !== undefined && { waitS }) }
}

/** Of a number of seconds or a date; an hour at most. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), HOUR_S) : undefined
}
