/* What admins set about notices (docs/product.md, section 24). */

export interface NoticeTarget {
  id: string
  way: 'push' | SecondWay | 'build'
  /** Null of the build hook: it starts builds for whoever knows it. */
  url: string | null
  /** Of a device. */
  name: string
  addedAt: string
  toldAt: string | null
  /** Of the last time that it could not be told. */
  failure: string | null
  failedAt: string | null
}

export interface NoticeSettings {
  kindsOff: string[]
  /** Hours of the day. Twice the same: there are no quiet hours. */
  quietFrom: number
  quietUntil: number
}

export interface Notices extends NoticeSettings {
  /** Of Web Push. Null until the outbox was emptied once. */
  publicKey: string | null
  claimedAt: string | null
  targets: NoticeTarget[]
}

export const NOTICE_KINDS: readonly { kind: string; label: string }[] = [
  { kind: 'order', label: 'New orders' },
  { kind: 'cancelled', label: 'Orders that customers cancel' },
  { kind: 'changed', label: 'Orders that customers change' },
  { kind: 'help', label: 'Requests for help' },
  { kind: 'message', label: 'Messages' },
  { kind: 'limit', label: 'Orders above a limit' },
]

export const SECOND_WAYS = {
  ntfy: {
    label: 'Topic of ntfy',
    hint: 'Such as https://ntfy.sh/a-name-that-nobody-guesses',
    action: 'Save Topic',
  },
  form: {
    label: 'Form service, which mails it',
    hint: 'Such as https://formspree.io/f/abcdwxyz',
    action: 'Save Form Service',
  },
} as const

export type SecondWay = keyof typeof SECOND_WAYS

export function nameOfTarget({ way, name }: NoticeTarget): string {
  if (way === 'push') return name
  return way === 'build' ? 'Build of the site, where a pause changes' : SECOND_WAYS[way].label
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
