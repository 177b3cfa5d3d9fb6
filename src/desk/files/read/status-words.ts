/* What a word of a courier's file says: as the admin said for the courier, else as is publicly known. */
import {
  COMMON,
  formatOf,
  type PaymentState,
  type Word,
  type WordState,
} from '#desk/files/formats/formats.ts'

/** What the admin can say of a word, as it is asked. */
export const MEANINGS = {
  status: {
    delivered: 'Delivered',
    handed_over: 'On its way',
    attempt_failed: 'Tried, not delivered',
    returning: 'Coming back',
    returned: 'Came back',
    nothing: 'Nothing: the parcel stays as it is',
  },
  payment: { paid: 'Paid', unpaid: 'Not paid' },
} as const

/** The column in which a word stands. */
export type WordKind = keyof typeof MEANINGS

/** What the admin said: `status return to shipper` → `returned`. */
export type TaughtWords = Readonly<Record<string, string>>

export function taughtKey(kind: WordKind, word: string): string {
  return `${kind} ${toWord(word)}`
}

/** What `taughtKey` made a key of: the word as it is compared. */
export function taughtWord(key: string): { kind: WordKind; word: string } {
  const [kind = '', ...words] = key.split(' ')
  return { kind: kind === 'payment' ? kind : 'status', word: words.join(' ') }
}

/** The state that a word means. Undefined where it is not known. */
export function stateOfWord(
  format: string,
  word: string,
  taught: TaughtWords = {},
): WordState | undefined {
  const key = toWord(word)
  const { words: own = {} } = formatOf(format)
  const isKnown = (words: readonly Word[]) => words.includes(key)
  return (
    taughtMeaning(taught, 'status', key) ??
    keyOf(own, isKnown) ??
    keyOf(COMMON.words, isKnown) ??
    keyOf(own, (words) => words.some((known) => isLike(key, known)))
  )
}

/** What a word says of the payment, in a column of this kind. Undefined where it is not known. */
export function paymentOfWord(
  word: string,
  column: WordKind,
  taught: TaughtWords = {},
): PaymentState | undefined {
  const key = toWord(word)
  const isKnown = (words: readonly string[]) => words.includes(key)
  const known = keyOf(COMMON.payments, isKnown)
  if (column === 'status') return known
  return taughtMeaning(taught, column, key) ?? known ?? keyOf(COMMON.paymentColumn, isKnown)
}

/** A word as it is compared: in lower case, with single spaces, hyphens and straight quotes. */
export function toWord(cell: string): string {
  return cell.trim().toLowerCase().replace(/\s+/g, ' ').replace(/[–—]/g, '-').replace(/[’‘`]/g, "'")
}

function taughtMeaning<Kind extends WordKind>(taught: TaughtWords, kind: Kind, word: string) {
  const meaning = new Map(Object.entries(taught)).get(taughtKey(kind, word)) ?? ''
  return Object.hasOwn(MEANINGS[kind], meaning)
    ? (meaning as keyof (typeof MEANINGS)[Kind])
    : undefined
}

function isLike(word: string, known: Word): boolean {
  if (typeof known === 'string') return false
  const [start = '', end = ''] = known.like.split('…')
  return (
    word.length >= known.like.length &&
    word.startsWith(start) &&
    word.endsWith(end) &&
    !known.not.some((part) => word.includes(part))
  )
}

function keyOf<Key extends string, Value>(
  table: Partial<Record<Key, Value>>,
  isIt: (value: Value) => boolean,
): Key | undefined {
  const entries = Object.entries(table) as [Key, Value][]
  return entries.find(([, value]) => isIt(value))?.[0]
}
