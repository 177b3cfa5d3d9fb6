/* What a courier's file says, as the act "apply" takes it. Amounts are minor units. */
import type { MoneyLine } from '#admin/parcels/parcels.ts'
import type { FileState } from '#desk/files/formats/formats.ts'
import type { HeaderNames } from '#desk/files/headers.ts'
import type { ColumnReport } from './find-columns.ts'
import type { TaughtWords, WordKind } from './status-words.ts'

/** Costs (fee, tax, return_fee) are negative. The day is absent where the file has none. */
export type FileMoney = Omit<MoneyLine, 'dated'> & { dated?: string | undefined }

export interface FileLine {
  /** In the file, from 1. */
  row: number
  /** The id of an order. */
  reference?: string | undefined
  /** Without spaces and hyphens. */
  trackingNumber?: string | undefined
  /** Absent where the word changes nothing. */
  state?: FileState | undefined
  word?: string | undefined
  reason?: string | undefined
  /** ISO timestamp. */
  at?: string | undefined
  money: FileMoney[]
}

export interface FileInput {
  courier: string
  /** The courier's own number of the payment. */
  number?: string | undefined
  digest: string
  fileName: string
  /** `2026-11-05` */
  dated?: string | undefined
  /** What the file itself says that it pays. */
  net?: number | undefined
  lines: FileLine[]
}

/** A file, and what the admin said of it and of files of its courier. */
export interface FileSource extends HeaderNames {
  fileName: string
  courier: string
  words: TaughtWords
  /** The one sheet to read, or '' for all that can be read. Undefined where nobody chose. */
  sheet: string | undefined
  today: Date
}

/** A word that is asked: its rows change nothing, and bring no money, until the admin says what it means. */
export interface UnknownWord {
  word: string
  kind: WordKind
  rows: number[]
  /** Whether they may bring money: amounts of a file of states are only to be collected. */
  hasMoney: boolean
}

/** What is read of a file beside its columns. Sentences are for the admin. */
export interface ReadFile {
  input: FileInput
  unknownWords: UnknownWord[]
  /** Why rows could not be read. They are not in the input. */
  problems: string[]
  /** What should be known of rows and dates. */
  findings: string[]
  /** What must be confirmed before it is applied. */
  questions: string[]
  /** Whether it names neither a payment nor costs: its amounts may be only to be collected. */
  mayBeList: boolean
  /** By row, what the courier collects, where the file names no payment. An earlier version saved none. */
  toCollect?: Readonly<Record<number, number>>
}

export type FileReading =
  | ({ ok: true; report: ColumnReport } & ReadFile)
  /** With a report where the admin can choose columns. */
  | { ok: false; problem: string; report?: ColumnReport }
