/* What a word of a courier's file says: as the admin said for the courier, else as is publicly known. */
import {
  COMMON,
  formatOf,
  type PaymentState,
  type WordState,
  type WordTable,
} from '#desk/files/formats/formats.ts'

/** What the admin can say of a word, as it is asked. */
export const MEANINGS = {
  status: {
    delivered: 'Delivered',
    handed_over: 'On its way',
    attempt_failed: 'Tried',
    returning: 'Coming back',
    returned: 'Came back',
    nothing: 'Nothing',
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

/** Undefined for a word that is not known. */
export function stateOfWord(
  format: string,
  word: string,
  taught: TaughtWords = {},
): WordState | undefined {
  const key = toWord(word)
  const meaning =
    Object.hasOwn(taught, taughtKey('status', key)) && taught[taughtKey('status', key)]
  if (meaning && Object.hasOwn(MEANINGS.status, meaning)) return meaning as WordState
  const { words: own = {} } = formatOf(format)
  return wholeWord(own, key) ?? wholeWord(COMMON.words, key) ?? pattern(own, key)
}

export function paymentOfWord(
  word: string,
  { isPaymentColumn }: { isPaymentColumn: boolean },
  taught: TaughtWords = {},
): PaymentState | undefined {
  const key = toWord(word)
  const meaning = isPaymentColumn && taught[taughtKey('payment', key)]
  if (meaning === 'paid' || meaning === 'unpaid') return meaning
  const isKnown = (words: readonly string[]) => words.includes(key)
  return (
    keyOf(COMMON.payments, isKnown) ??
    (isPaymentColumn ? keyOf(COMMON.paymentColumn, isKnown) : undefined)
  )
}

/** In lower case, with single spaces. */
export function toWord(cell: string): string {
  return cell.trim().toLowerCase().replace(/\s+/g, ' ').replace(/[–—]/g, '-').replace(/[’‘`]/g, "'")
}

function wholeWord(table: WordTable, word: string): WordState | undefined {
  return keyOf(table, (words) => words.includes(word))
}

function pattern(table: WordTable, word: string): WordState | undefined {
  return keyOf(table, (words) =>
    words.some((known) => {
      if (typeof known === 'string') return false
      const [start = '', end = ''] = known.like.split('…')
      const isLike =
        word.length >= known.like.length && word.startsWith(start) && word.endsWith(end)
      return isLike && !known.not.some((part) => word.includes(part))
    }),
  )
}

function keyOf<Key extends string, Value>(
  table: Partial<Record<Key, Value>>,
  isIt: (value: Value) => boolean,
): Key | undefined {
  const entries = Object.entries(table) as [Key, Value][]
  return entries.find(([, value]) => isIt(value))?.[0]
}
