/* What an order contains as an admin types it, what is wrong with it, and what it changes. */

import type { Json } from '#api/database.types.ts'
import { isRecord } from '#kit/json.ts'
import { formatMoney, fromMinor, toMinor } from '#kit/money.ts'
import { cleanCode } from '#kit/text.ts'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  type AddressProblem,
  addressProblems,
  cleanAddress,
  isSameAddress,
  mapFields,
  type ShippingAddress,
  splitAddress,
} from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { problemSentence } from '#order/texts/problem-sentence.ts'
import {
  EMPTY_LINE,
  hasSameUnits,
  isLineText,
  type LineText,
  type PricedLine,
  type ReadLines,
  readLines,
  type SoldSize,
  toLineTexts,
} from './lines.ts'

/** Beside the address. The last four are of a new order alone. */
const OTHER_FIELDS = ['advance', 'orderNumber', 'deviceCode', 'note', 'message'] as const

/** In characters. */
export const MAX_NOTE_LENGTH = 1000

export type ContentField = AddressField | (typeof OTHER_FIELDS)[number]

const FIELDS: readonly ContentField[] = [...ADDRESS_FIELDS, ...OTHER_FIELDS]

export type ContentTexts = Record<ContentField, string>

export type Problems = Partial<ContentTexts>

/** What stands in the form. */
export interface Contents {
  texts: ContentTexts
  lines: readonly LineText[]
  /** Of the saved order. */
  version?: number
}

/** What differs from the contents that the form began with. */
export interface TypedContents {
  typed: Partial<ContentTexts>
  /** All lines, once one differs. */
  lines: readonly LineText[] | undefined
  /** Of the saved order that they were typed on. */
  version: number | undefined
  /** Whether they were typed before the page was opened. */
  isRestored: boolean
  /** Whether they are an order by now, whose page is about to open: they stay on screen, and are no draft. */
  isSaved: boolean
}

export const UNTOUCHED: TypedContents = {
  typed: {},
  lines: undefined,
  version: undefined,
  isRestored: false,
  isSaved: false,
}

export const EMPTY_CONTENTS: Contents = {
  texts: {
    ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as ContentTexts),
    country: ADDRESS_TABLE.country.input.defaultValue ?? '',
  },
  lines: [],
}

export function contentsOf({ shippingAddress, advance, items, version }: Order): Contents {
  return {
    version,
    texts: {
      ...EMPTY_CONTENTS.texts,
      ...mapFields((field) => shippingAddress[field] ?? ''),
      advance: advance === 0 ? '' : formatMoney(advance),
    },
    lines: toLineTexts(items),
  }
}

export function typedOver(
  before: Contents,
  { texts, lines }: Contents,
): Pick<TypedContents, 'typed' | 'lines'> {
  const typed = FIELDS.filter((field) => texts[field] !== before.texts[field])
  const isSame = JSON.stringify(chosen(lines)) === JSON.stringify(chosen(before.lines))
  return {
    typed: Object.fromEntries(typed.map((field) => [field, texts[field]])),
    lines: isSame ? undefined : lines,
  }
}

function chosen(lines: readonly LineText[]): LineText[] {
  return lines.filter(({ product, quantity }) => product !== '' || quantity !== EMPTY_LINE.quantity)
}

export function isTyped({ typed, lines }: Pick<TypedContents, 'typed' | 'lines'>): boolean {
  return Object.keys(typed).length > 0 || lines !== undefined
}

/** What was saved for the tab, or undefined where it is something else. */
export function parseTyped(saved: unknown): TypedContents | undefined {
  if (!isRecord(saved) || !isRecord(saved['typed'])) return undefined
  const { typed, lines, version } = saved
  const texts = FIELDS.flatMap((field) => {
    const text = typed[field]
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  const isLines = Array.isArray(lines) && lines.every(isLineText)
  return {
    typed: Object.fromEntries(texts),
    lines: isLines ? lines : undefined,
    version: typeof version === 'number' ? version : undefined,
    isRestored: true,
    isSaved: false,
  }
}

export interface ReadContents {
  shippingAddress: ShippingAddress
  lines: ReadLines
  /** Minor units, of the lines as they would be saved. */
  total: number
  /** As it would be saved, in minor units. */
  advance: number
  /** Only what differs from the saved order, as the acts "enter" and "correct" take it. */
  changes: Record<string, Json>
  isUnchanged: boolean
  problems: Problems
  hasProblems: boolean
}

/**
 * Of a saved order, only parts that differ are validated and sent: lines that stay keep their prices.
 * @param lineTexts Undefined where the saved ones stay.
 */
export function readContents(
  texts: ContentTexts,
  lineTexts: readonly LineText[] | undefined,
  sizes: readonly SoldSize[],
  saved?: Order,
): ReadContents {
  const shippingAddress = cleanAddress(mapFields((field) => texts[field]))
  const advance = readAmount(texts.advance)
  const read = readLines(lineTexts ?? [], sizes)
  const keepsLines =
    saved !== undefined &&
    (!lineTexts ||
      (Object.keys(read.problems).length === 0 && hasSameUnits(read.items, saved.items)))
  const lines = keepsLines ? { ...read, problems: {}, problem: undefined } : read
  const total = keepsLines ? saved.total : read.total
  const isMoved = !saved || !isSameAddress(shippingAddress, saved.shippingAddress)
  const problems: Problems = {
    ...(isMoved && addressSentences(shippingAddress)),
    ...advanceProblem(advance, total),
  }
  const changes = {
    ...(isMoved && splitAddress(shippingAddress)),
    ...(!keepsLines && { items: read.items.map(toItem), total: fromMinor(total) }),
    ...(advance !== (saved?.advance ?? 0) && { advance: fromMinor(advance) }),
  }
  return {
    shippingAddress,
    lines,
    total,
    advance,
    changes,
    isUnchanged: Object.keys(changes).length === 0,
    problems,
    hasProblems:
      Object.keys({ ...problems, ...lines.problems }).length > 0 || lines.problem !== undefined,
  }
}

function toItem({ id, size, quantity, price }: PricedLine) {
  return { id, size, quantity, price: fromMinor(price) }
}

/** Minor units. Empty is zero, and no amount is NaN. */
function readAmount(typed: string): number {
  const text = cleanCode(typed).replace(/[, ]/g, '')
  if (text === '') return 0
  return /^\d{1,10}(\.\d{1,2})?$/.test(text) ? toMinor(Number(text)) : Number.NaN
}

function advanceProblem(advance: number, total: number): Problems {
  if (Number.isNaN(advance)) return { advance: 'Please enter an amount such as 500 or 500.50' }
  if (advance <= total) return {}
  return { advance: `Please enter at most the total, ${formatMoney(total)}` }
}

function addressSentences(address: ShippingAddress): Problems {
  const problems = Object.entries(addressProblems(address)).map(([field, problem]) => [
    field,
    problemSentence(field as AddressField, problem),
  ])
  return Object.fromEntries(problems)
}

/** What to say at the field that the backend names; nothing where it is no field of the form. */
export function refusedProblem(code: string, field: unknown): Problems {
  if (code === 'advance_invalid') return { advance: 'Please enter at most the total.' }
  const found = ADDRESS_FIELDS.find((candidate) => candidate === field)
  return found ? { [found]: problemSentence(found, code as AddressProblem) } : {}
}
