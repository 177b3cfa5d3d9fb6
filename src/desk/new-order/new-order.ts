/* The form of an order by phone or WhatsApp: what is typed, what is wrong with it, and what is sent. */

import {
  EMPTY_LINE,
  hasSameUnits,
  isLineText,
  type LineText,
  type ReadLines,
  readLines,
  type SoldSize,
  soldKey,
} from '#admin/order/lines.ts'
import { addressSentences, advanceProblem, readAmount } from '#admin/order/order-form.ts'
import { MAX_NOTE_LENGTH, type ManualOrder } from '#admin/order/orders.ts'
import { hasStrings, isRecord } from '#kit/json.ts'
import { countCharacters, isBlank } from '#kit/text.ts'
import {
  ADDRESS_FIELDS,
  ADDRESS_TABLE,
  type AddressField,
  cleanAddress,
  isSameAddress,
  mapFields,
} from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { isOrderKey, type OrderKey, parseDeviceCode } from '#order/order-key.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import type { ParsedOrderText } from '#order/texts/parse-order-text.ts'

export type NewOrderField =
  | AddressField
  | 'orderNumber'
  | 'deviceCode'
  | 'advance'
  | 'note'
  | 'message'

export type Problems = Partial<Record<NewOrderField, string>>

/** What is typed, and how far the attempt to save it has come. Saved for this tab. */
export interface Draft {
  texts: Record<NewOrderField, string>
  lines: readonly LineText[]
  source: ManualOrder['source'] | undefined
  /** A key that was sent without a final response: its order may be saved. */
  pendingKey: OrderKey | undefined
  /** Another order has the number of the message, so this one gets a number of its own. */
  takesNewNumber: boolean
}

export interface ReadNewOrder {
  order: ManualOrder
  /** The order number that the order is saved under. Undefined for a new one. */
  id: string | undefined
  lines: ReadLines
  advance: number
  problems: Problems
  hasProblems: boolean
}

const FIELDS: readonly NewOrderField[] = [
  ...ADDRESS_FIELDS,
  'orderNumber',
  'deviceCode',
  'advance',
  'note',
  'message',
]

export const EMPTY_DRAFT: Draft = {
  texts: toTexts((field) => emptyText(field)),
  lines: [EMPTY_LINE],
  source: undefined,
  pendingKey: undefined,
  takesNewNumber: false,
}

export function isEmptyDraft({ texts, lines, source, pendingKey }: Draft): boolean {
  return (
    !pendingKey &&
    source === undefined &&
    lines.every(({ product }) => product === '') &&
    FIELDS.every((field) => texts[field] === emptyText(field))
  )
}

export function readNewOrder(
  { texts, lines: typedLines, source = 'phone', takesNewNumber }: Draft,
  sizes: readonly SoldSize[],
): ReadNewOrder {
  const lines = readLines(typedLines, sizes)
  const shippingAddress = cleanAddress(mapFields((field) => texts[field]))
  const advance = readAmount(texts.advance)
  const note = texts.note.trim()
  const id = parseOrderId(texts.orderNumber)
  const deviceCode = parseDeviceCode(texts.deviceCode)
  const problems: Problems = {
    ...addressSentences(shippingAddress),
    ...advanceProblem(advance, lines.total),
    ...(countCharacters(note) > MAX_NOTE_LENGTH && {
      note: `Please use at most ${MAX_NOTE_LENGTH} characters`,
    }),
    ...(!isBlank(texts.orderNumber) &&
      !id && {
        orderNumber: 'An order number has eight letters and digits. Leave it empty for a new one.',
      }),
    ...(!isBlank(texts.deviceCode) &&
      !deviceCode && {
        deviceCode: 'A code has eight letters and digits. Leave it empty where there is none.',
      }),
  }
  return {
    order: {
      items: lines.items.map(({ id, size, quantity, price }) => ({ id, size, quantity, price })),
      total: lines.total,
      shippingAddress,
      source,
      ...(advance > 0 && { advance }),
      ...(!isBlank(note) && { note }),
      ...(deviceCode && { deviceCode }),
      ...(takesNewNumber && id && { messageId: id }),
    },
    id: takesNewNumber ? undefined : id,
    lines,
    advance,
    problems,
    hasProblems:
      Object.keys({ ...problems, ...lines.problems }).length > 0 || lines.problem !== undefined,
  }
}

/** Whether the saved order is the one that was sent, or that of an earlier try with other texts. */
export function isSameOrder(saved: Order, { order, lines, advance }: ReadNewOrder): boolean {
  return (
    hasSameUnits(lines.items, saved.items) &&
    saved.advance === advance &&
    isSameAddress(saved.shippingAddress, order.shippingAddress)
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

/** Fills in empty fields. What was typed stays. */
export function fillInOrder(
  draft: Draft,
  parsed: ParsedOrderText,
): { draft: Draft; report: FillReport } {
  const { lines, orderNumber = '', code = '', total, unknown } = parsed
  const report: FillReport = { filled: [], left: [], unknown, total }
  const parsedTexts: Problems = { ...parsed.texts, orderNumber, deviceCode: code }
  const texts = { ...draft.texts }
  for (const field of FIELDS) {
    const text = parsedTexts[field]
    if (text === undefined || text === '' || text === texts[field]) continue
    const isEmpty = isBlank(texts[field]) || texts[field] === emptyText(field)
    report[isEmpty ? 'filled' : 'left'].push(labelOf(field))
    if (isEmpty) texts[field] = text
  }
  const areLinesEmpty = draft.lines.every(({ product }) => product === '')
  if (lines.length > 0) report[areLinesEmpty ? 'filled' : 'left'].push('Items')
  return {
    draft: {
      ...draft,
      texts,
      source: draft.source ?? 'whatsapp',
      lines:
        lines.length > 0 && areLinesEmpty
          ? lines.map((line) => ({ product: soldKey(line), quantity: String(line.quantity) }))
          : draft.lines,
    },
    report,
  }
}

/** The draft, or undefined where the saved JSON is none. */
export function parseDraft(saved: unknown): Draft | undefined {
  if (!isRecord(saved) || !isRecord(saved['texts']) || !Array.isArray(saved['lines']))
    return undefined
  const { lines, source, pendingKey, takesNewNumber } = saved
  // A draft of an earlier version has no code.
  const texts = { deviceCode: '', ...saved['texts'] }
  if (!hasStrings(texts, FIELDS) || !lines.every(isLineText)) return undefined
  return {
    texts: toTexts((field) => texts[field]),
    lines: lines.length > 0 ? lines : [EMPTY_LINE],
    source: source === 'phone' || source === 'whatsapp' ? source : undefined,
    pendingKey: isOrderKey(pendingKey) ? pendingKey : undefined,
    takesNewNumber: takesNewNumber === true,
  }
}

export function labelOf(field: NewOrderField): string {
  const others: Partial<Record<NewOrderField, string>> = {
    orderNumber: 'Order Number',
    deviceCode: 'Code from the message',
  }
  return others[field] ?? ADDRESS_TABLE[field as AddressField].label
}

function emptyText(field: NewOrderField): string {
  return field === 'country' ? (ADDRESS_TABLE.country.input.defaultValue ?? '') : ''
}

function toTexts(toText: (field: NewOrderField) => string): Draft['texts'] {
  const entries = FIELDS.map((field) => [field, toText(field)])
  return Object.fromEntries(entries) as Draft['texts']
}
