/* The form of an order by phone or WhatsApp: what is typed, what is wrong with it, and what is sent. */

import type { ActRow } from '#admin/acts/acts.api.ts'
import type { OrderSource } from '#admin/order/source.ts'
import type { ParsedOrderText } from '#desk/new-order/chat/parse-order-text.ts'
import { hasSameUnits, type SoldSize, toLineTexts } from '#desk/order-editor/lines.ts'
import {
  type ContentField,
  type Contents,
  type ContentTexts,
  EMPTY_CONTENTS,
  isTyped,
  MAX_NOTE_LENGTH,
  type Problems,
  parseTyped,
  type ReadContents,
  readContents,
  type TypedContents,
  UNTOUCHED,
} from '#desk/order-editor/typed-contents.ts'
import { isRecord } from '#kit/json.ts'
import { countCharacters, isBlank } from '#kit/text.ts'
import { ADDRESS_TABLE, type AddressField, isSameAddress } from '#order/address/address.ts'
import { detailsOfCity } from '#order/address/address-hints.ts'
import { parseDeviceCode } from '#order/device-code.ts'
import type { Order } from '#order/order.ts'
import { parseOrderId } from '#order/parse-order-id.ts'

export type EnteredSource = Exclude<OrderSource, 'website'>

/** What is typed. Saved for this tab. */
export interface Draft extends TypedContents {
  source: EnteredSource | undefined
  /** Another order has the number of the message, so this one gets a number of its own. */
  takesNewNumber: boolean
}

export interface ReadNewOrder extends ReadContents {
  /** As the act "enter" takes it, but for its id. */
  row: Omit<ActRow, 'id'>
  /** The order number that the order is saved under. Undefined for a new one. */
  id: string | undefined
}

export const EMPTY_DRAFT: Draft = {
  ...UNTOUCHED,
  source: undefined,
  takesNewNumber: false,
}

export function isEmptyDraft(draft: Draft): boolean {
  return draft.source === undefined && !isTyped(draft)
}

export function readNewOrder(
  { typed, lines, source = 'phone', takesNewNumber }: Draft,
  sizes: readonly SoldSize[],
): ReadNewOrder {
  const texts = textsOf(typed)
  const contents = readContents(texts, lines, sizes)
  const note = texts.note.trim()
  const id = parseOrderId(texts.orderNumber)
  const deviceCode = parseDeviceCode(texts.deviceCode)
  const own: Problems = {}
  if (countCharacters(note) > MAX_NOTE_LENGTH)
    own.note = `Please use at most ${MAX_NOTE_LENGTH} characters`
  if (!isBlank(texts.orderNumber) && !id)
    own.orderNumber = 'An order number has eight letters and digits. Leave it empty for a new one.'
  if (!isBlank(texts.deviceCode) && !deviceCode)
    own.deviceCode = 'A code has eight letters and digits. Leave it empty where there is none.'
  return {
    ...contents,
    row: {
      ...contents.changes,
      source,
      note: isBlank(note) ? undefined : note,
      deviceCode,
      // In the customer's message, where another order has it.
      messageId: takesNewNumber ? id : undefined,
    },
    id: takesNewNumber ? undefined : id,
    problems: { ...contents.problems, ...own },
    hasProblems: contents.hasProblems || Object.keys(own).length > 0,
  }
}

/** Whether the saved order is the one that was sent, or that of an earlier try with other texts. */
export function isSameOrder(
  saved: Order,
  { lines, advance, shippingAddress }: ReadNewOrder,
): boolean {
  return (
    hasSameUnits(lines.items, saved.items) &&
    saved.advance === advance &&
    isSameAddress(saved.shippingAddress, shippingAddress)
  )
}

/** What a message has filled in. */
export interface FillReport {
  filled: string[]
  /** Named in the message, and typed otherwise before. */
  left: string[]
  unknown: string[]
  /** Minor units, as the message says. */
  total: number | undefined
}

/** Fills in empty fields, also state and post code where the city gives them. What was typed stays. */
export function fillInOrder(
  draft: Draft,
  parsed: ParsedOrderText,
): Pick<Contents, 'texts' | 'lines'> & { source: EnteredSource; report: FillReport } {
  const { orderNumber = '', code = '', total, unknown } = parsed
  const report: FillReport = { filled: [], left: [], unknown, total }
  const texts = textsOf(draft.typed)
  const named = { ...parsed.texts, orderNumber, deviceCode: code }
  for (const [field, text] of Object.entries(named) as [ContentField, string | undefined][]) {
    if (text === undefined || text === '' || text === texts[field]) continue
    const isEmpty = isBlank(texts[field]) || texts[field] === EMPTY_CONTENTS.texts[field]
    report[isEmpty ? 'filled' : 'left'].push(labelOf(field))
    if (isEmpty) texts[field] = text
  }
  let lines = draft.lines ?? []
  if (parsed.lines.length > 0) {
    const isEmpty = lines.every(({ product }) => product === '')
    report[isEmpty ? 'filled' : 'left'].push('Items')
    if (isEmpty) lines = toLineTexts(parsed.lines)
  }
  const { state, postalCode } = detailsOfCity(texts)
  for (const [field, text] of [
    ['state', state],
    ['postalCode', postalCode],
  ] as const) {
    if (text === '' || !isBlank(texts[field])) continue
    report.filled.push(labelOf(field))
    texts[field] = text
  }
  return { texts, lines, source: draft.source ?? 'whatsapp', report }
}

/** The draft, or undefined where the saved JSON is none. */
export function parseDraft(saved: unknown): Draft | undefined {
  const typed = parseTyped(saved)
  if (!typed || !isRecord(saved)) return undefined
  const { source, takesNewNumber } = saved
  return {
    ...typed,
    source: source === 'phone' || source === 'whatsapp' ? source : undefined,
    takesNewNumber: takesNewNumber === true,
  }
}

function textsOf(typed: Draft['typed']): ContentTexts {
  return { ...EMPTY_CONTENTS.texts, ...typed }
}

export function labelOf(field: ContentField): string {
  const others: Partial<Record<ContentField, string>> = {
    orderNumber: 'Order Number',
    deviceCode: 'Code from the message',
  }
  return others[field] ?? ADDRESS_TABLE[field as AddressField].label
}
