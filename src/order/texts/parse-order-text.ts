/* The text of an order's message, read into the form of the admin (docs/product.md, rule 14.28). */

import { toMinor } from '#kit/money.ts'
import { cleanText, foldDigits, isBlank } from '#kit/text.ts'
import { priceList } from '#product/price-list.ts'
import type { AddressField } from '../address/address.ts'
import type { OrderItem } from '../order.ts'
import { parseDeviceCode } from '../order-key.ts'
import { parseOrderId } from '../parse-order-id.ts'
import { isSamePhone, takePhones } from '../phone.ts'
import { type Fact, type Labelled, labelTargets, normalizeText, readLabel } from './order-labels.ts'
import { GIFT_NOTE, GREETING } from './purchase-text.ts'

export interface ParsedOrderText {
  orderNumber?: string
  /** Of the device that wrote the message. */
  code?: string
  lines: Sold[]
  /** Minor units, as the message says. */
  total?: number
  texts: { [field in AddressField]?: string }
  /** Lines of the message that say none of this. */
  unknown: string[]
}

/** What lines without labels say. */
export interface UnlabelledText {
  address: readonly string[]
  city?: string
  lines: readonly Sold[]
  unknown: readonly string[]
}

/** Longer messages are cut. */
const MAX_LENGTH = 10_000

/**
 * What `printOrderText` prints, and lines with the labels below. Without labels, the first phone of the
 * message is the phone, and what is left is the address, unless `readUnlabelled` says otherwise.
 */
export function parseOrderText(
  message: string,
  readUnlabelled: (lines: readonly string[]) => UnlabelledText = asAddress,
): ParsedOrderText {
  const parsed: ParsedOrderText = { lines: [], texts: {}, unknown: [] }
  const { texts, unknown } = parsed
  const rest: string[] = []
  const phones: string[] = []
  const senders: string[] = []
  const targets = labelTargets()
  const soldByText = soldTexts()
  /** The label above, whose text may go on in the next line. */
  let open: AddressField | undefined

  for (const copied of message.slice(0, MAX_LENGTH).split(/\r\n?|\n/)) {
    const { sender, line } = splitSender(cleanText(copied))
    senders.push(...takePhones(sender).phones)
    readLine(withoutMarks(line))
  }
  placePhones()
  const [sender] = senders
  if (sender && texts.phone === undefined) texts.phone = sender
  placeRest(readUnlabelled(rest))
  return parsed

  function readLine(line: string): void {
    const labelled = readLabel(line, targets)
    const sold = labelled ? undefined : readSold(line, soldByText)
    const isContinuation = open !== undefined && !labelled && !sold && !isBlank(line)
    if (!isContinuation) open = undefined
    if (isBlank(line) || normalizeText(line) === normalizeText(GREETING)) return
    if (labelled) readLabelled(labelled, line)
    else if (sold) addLine(sold)
    else if (looksSold(line) || normalizeText(line) === normalizeText(GIFT_NOTE)) unknown.push(line)
    else readPlain(line)
  }

  function readLabelled({ target, text }: Labelled, line: string): void {
    if (target === 'orderNumber' || target === 'total' || target === 'code') {
      readFact(target, text, line)
      return
    }
    if (isBlank(text)) {
      open = target
      return
    }
    open = target === 'address' ? target : undefined
    const taken = target === 'phone' ? takePhones(text).phones : []
    const [first = text, ...more] = taken.length > 1 ? taken : [text]
    phones.push(...more)
    if (texts[target] === undefined) texts[target] = first
    else if (target === 'phone') phones.push(first)
    else unknown.push(line)
  }

  function readFact(target: Fact, text: string, line: string): void {
    const amount = foldDigits(text).replace(/[, ]|rupees?|Rs\.?|PKR|\/-/gi, '')
    const id = parseOrderId(text)
    const code = parseDeviceCode(text)
    if (target === 'orderNumber' && id && !parsed.orderNumber) parsed.orderNumber = id
    else if (target === 'code' && code && !parsed.code) parsed.code = code
    else if (target === 'total' && /^\d{1,10}(\.\d{1,2})?$/.test(amount))
      parsed.total = toMinor(Number(amount))
    else unknown.push(line)
  }

  function readPlain(line: string): void {
    const taken = takePhones(line)
    phones.push(...taken.phones)
    const field = open
    if (field !== 'address') open = undefined
    if (isBlank(taken.rest)) return
    const before = field && texts[field]
    if (field === undefined) rest.push(taken.rest)
    else texts[field] = before === undefined ? taken.rest : `${before}, ${taken.rest}`
  }

  function placeRest({ address, city, lines, unknown: more }: UnlabelledText): void {
    if (texts.address === undefined && address.length > 0) texts.address = address.join(', ')
    else unknown.push(...address)
    if (city && texts.city === undefined) texts.city = city
    else if (city && normalizeText(texts.city ?? '') !== normalizeText(city)) unknown.push(city)
    // A printed order has its lines already.
    if (parsed.lines.length === 0) parsed.lines.push(...lines)
    unknown.push(...more)
  }

  function addLine(sold: Sold): void {
    const present = parsed.lines.find(({ id, size }) => id === sold.id && size === sold.size)
    if (present) present.quantity += sold.quantity
    else parsed.lines.push(sold)
  }

  function placePhones(): void {
    for (const phone of phones) {
      if ([texts.phone, texts.secondPhone].some((other) => other && isSamePhone(other, phone)))
        continue
      if (texts.phone === undefined) texts.phone = phone
      else if (texts.secondPhone === undefined) texts.secondPhone = phone
      else unknown.push(phone)
    }
  }
}

function asAddress(address: readonly string[]): UnlabelledText {
  return { address, lines: [], unknown: [] }
}

type Sold = Pick<OrderItem, 'id' | 'size' | 'quantity'>

/** Product and size as they are printed → what is sold. A product of one size needs no size. */
function soldTexts(): Map<string, Omit<Sold, 'quantity'>> {
  return new Map(
    priceList.flatMap(({ id, name, sizes }) =>
      sizes.flatMap(({ label: size }) => [
        [normalizeText(`${name} (${size})`), { id, size }] as const,
        ...(sizes.length === 1 ? [[normalizeText(name), { id, size }] as const] : []),
      ]),
    ),
  )
}

/** A line such as `2 x Hair Oil (100ml)`. */
const SOLD_LINE = /^(\d{1,3})\s*[x×*]\s*(.+)$/iu

function readSold(line: string, soldByText: Map<string, Omit<Sold, 'quantity'>>): Sold | undefined {
  const [, quantity = '', name = ''] = SOLD_LINE.exec(foldDigits(line)) ?? []
  const sold = soldByText.get(normalizeText(name))
  return sold && Number(quantity) > 0 ? { ...sold, quantity: Number(quantity) } : undefined
}

/** A product that is not sold, which is not a part of the address. */
function looksSold(line: string): boolean {
  return SOLD_LINE.test(foldDigits(line)) && line.endsWith(')')
}

/** Without `[11:30, 22/11/2026] Name: ` before the text, which WhatsApp copies along. */
function splitSender(line: string): { sender: string; line: string } {
  const [start = '', sender = ''] =
    /^\p{Cf}*\[[^\]]{0,40}\d:\d\d[^\]]{0,40}\] ?([^:]{1,60}): ?/u.exec(line) ?? []
  return { sender, line: line.slice(start.length) }
}

/** Without bullet, number, and emphasis of the label. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\p{Cf}+/u, '')
    .replace(/^(?:[-•>] |\d{1,2}[.)] )/u, '')
    .replace(/^([*_~])([^*_~:：]{1,30})(?:\1 ?[:：]|[:：] ?\1)/u, '$2:')
}
