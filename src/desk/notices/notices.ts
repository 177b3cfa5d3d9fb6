/* Whom the shop tells of what happens (docs/desk-rules.md, section 24). */

export interface NoticeTarget {
  id: string
  way: 'push' | 'build'
  /** Null of the build hook: it starts builds for whoever knows it. */
  url: string | null
  /** Of a device. */
  name: string
  toldAt: string | null
  /** Of the last time that it could not be told. */
  failure: string | null
  failedAt: string | null
}

export interface Notices {
  /** Of Web Push. Null until the outbox was emptied once. */
  publicKey: string | null
  claimedAt: string | null
  targets: NoticeTarget[]
}

export function nameOfTarget({ way, name }: NoticeTarget): string {
  return way === 'push' ? name : 'Build of the site, where a pause changes'
}

const LATE_MS = 10 * 60_000

/** Why nothing is told, whatever the devices are. */
export function drainProblem({ claimedAt }: Notices, now = Date.now()): string | undefined {
  if (claimedAt !== null && now - Date.parse(claimedAt) < LATE_MS) return undefined
  return 'Nothing is told now: the program that sends notices does not run. docs/publishing.md says how to start it.'
}

/** Such as "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const find = (names: Record<string, RegExp>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = find({
    Edge: /Edg/,
    Firefox: /Firefox|FxiOS/,
    Samsung: /SamsungBrowser/,
    Chrome: /Chrome|CriOS/,
    Safari: /Safari/,
  })
  const system = find({
    iPhone: /iPhone/,
    iPad: /iPad/,
    Android: /Android/,
    Windows: /Windows/,
    Mac: /Mac OS/,
    Linux: /Linux/,
  })
  return [browser ?? 'Browser', system].filter(Boolean).join(' on ')
}
