/* The text of an order's message, read into the form of the admin (docs/product.md, rule 14.28). */

import { settings } from '#config/settings.ts'
import type { Units } from '#desk/order-editor/lines.ts'
import { toMinor } from '#kit/money.ts'
import { cleanText, foldDigits, isBlank } from '#kit/text.ts'
import type { AddressField } from '#order/address/address.ts'
import { findPlace } from '#order/address/places.ts'
import { parseDeviceCode } from '#order/device-code.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { isSamePhone, takePhones } from '#order/phone.ts'
import { GIFT_MESSAGE, ORDER_GREETING } from '#order/texts/purchase-text.ts'
import { priceList } from '#product/price-list.ts'
import { type Fact, type Labelled, normalizeText, readLabel } from './order-labels.ts'
import { type ReadChat, readChat } from './read-chat.ts'

export interface ParsedOrderText {
  orderNumber?: string
  /** The code of the device that wrote the message. */
  code?: string
  lines: Units[]
  /** Minor units, as the message says. */
  total?: number
  texts: { [field in AddressField]?: string }
  /** Lines of the message that say none of this. */
  unknown: string[]
}

/** Longer messages are cut. */
const MAX_LENGTH = 10_000

/** What has been read of a message. */
interface Reading {
  parsed: ParsedOrderText
  /** Lines without a label. */
  rest: string[]
  /** All but the first labelled one, whose place is known. */
  phones: string[]
  /** The label above, whose text may go on in the next line. */
  open: AddressField | undefined
  /** What stands behind the labels of a product and its quantity, and their lines. */
  product: { name?: string; quantity?: string; lines: string[] }
}

/**
 * What `formatOrderText` writes, and lines with the labels of order-labels.ts. Without labels, the first phone of the
 * message is the phone, and what is left is a chat or the address.
 */
export function parseOrderText(message: string): ParsedOrderText {
  const parsed: ParsedOrderText = { lines: [], texts: {}, unknown: [] }
  const reading: Reading = {
    parsed,
    rest: [],
    phones: [],
    open: undefined,
    product: { lines: [] },
  }
  const senders: string[] = []
  for (const copied of message.slice(0, MAX_LENGTH).split(/\r\n?|\n/)) {
    const { sender, line } = splitSender(cleanText(copied))
    senders.push(...takePhones(sender).phones)
    readLine(reading, withoutMarks(line))
  }
  placePhones(reading)
  const [sender] = senders
  if (sender && parsed.texts.phone === undefined) parsed.texts.phone = sender
  placeRest(parsed, readChat(reading.rest))
  placeProduct(reading)
  placeCity(parsed)
  return parsed
}

function readLine(reading: Reading, line: string): void {
  const { parsed } = reading
  const labelled = readLabel(line)
  const sold = labelled ? undefined : readSold(line)
  const isContinuation = reading.open !== undefined && !labelled && !sold && !isBlank(line)
  if (!isContinuation) reading.open = undefined
  if (isBlank(line) || normalizeText(line) === normalizeText(ORDER_GREETING)) return
  if (labelled) readLabelled(reading, labelled, line)
  else if (sold) addLine(parsed, sold)
  else if (looksSold(line) || normalizeText(line) === normalizeText(GIFT_MESSAGE))
    parsed.unknown.push(line)
  else readPlain(reading, line)
}

function readLabelled(reading: Reading, { target, text }: Labelled, line: string): void {
  const { parsed, phones } = reading
  const { texts, unknown } = parsed
  if (target === 'product' || target === 'quantity') {
    const key = target === 'product' ? 'name' : target
    if (reading.product[key] === undefined) reading.product[key] = text
    reading.product.lines.push(line)
    return
  }
  if (target === 'orderNumber' || target === 'total' || target === 'code') {
    readFact(parsed, target, text, line)
    return
  }
  if (isBlank(text)) {
    reading.open = target
    return
  }
  reading.open = target === 'address' ? target : undefined
  const taken = target === 'phone' ? takePhones(text).phones : []
  const [first = text, ...more] = taken.length > 1 ? taken : [text]
  phones.push(...more)
  if (texts[target] === undefined) texts[target] = first
  else if (target === 'phone') phones.push(first)
  else unknown.push(line)
}

function readFact(
  parsed: ParsedOrderText,
  target: Exclude<Fact, 'product' | 'quantity'>,
  text: string,
  line: string,
): void {
  const amount = foldDigits(text)
    .replace(/[, ]|rupees?|Rs\.?|PKR|\/-/gi, '')
    .replace(settings.currencyWords.sign, '')
  const id = parseOrderId(text)
  const code = parseDeviceCode(text)
  if (target === 'orderNumber' && id && !parsed.orderNumber) parsed.orderNumber = id
  else if (target === 'code' && code && !parsed.code) parsed.code = code
  else if (target === 'total' && /^\d{1,10}(\.\d{1,2})?$/.test(amount))
    parsed.total = toMinor(Number(amount))
  else parsed.unknown.push(line)
}

function readPlain(reading: Reading, line: string): void {
  const { texts } = reading.parsed
  const taken = takePhones(line)
  reading.phones.push(...taken.phones)
  const field = reading.open
  if (field !== 'address') reading.open = undefined
  if (isBlank(taken.rest)) return
  const before = field && texts[field]
  if (field === undefined) reading.rest.push(taken.rest)
  else texts[field] = before === undefined ? taken.rest : `${before}, ${taken.rest}`
}

function placeRest(
  parsed: ParsedOrderText,
  { address, city, lines, unknown: more }: ReadChat,
): void {
  const { texts, unknown } = parsed
  if (texts.address === undefined && address.length > 0) texts.address = address.join(', ')
  else unknown.push(...address)
  if (city && texts.city === undefined) texts.city = city
  else if (city && normalizeText(texts.city ?? '') !== normalizeText(city)) unknown.push(city)
  // A formatted order has its lines already.
  if (parsed.lines.length === 0) parsed.lines.push(...lines)
  unknown.push(...more)
}

/** "Product: Hair oil", "Qty: 2" and "Hair oil x2" are "2 Hair oil". */
function placeProduct({ parsed, product: { name = '', quantity = '', lines } }: Reading): void {
  const counted = name.replace(/^(.*\S)\s*[x×*]\s*(\d{1,2})$/iu, '$2 $1')
  const read = readChat([`${quantity} ${counted}`.trim()])
  const isRead = read.lines.length > 0 && read.unknown.length === 0
  if (isRead && parsed.lines.length === 0) parsed.lines.push(...read.lines)
  else parsed.unknown.push(...lines)
}

/** "Plot 77, Lahore 54792": a city at the end of the address, and a post code of its own. */
function placeCity({ texts }: ParsedOrderText): void {
  const [, before = '', city = '', code = ''] =
    /^(.*\S)\s*[,،]\s*([^,،\d]+?)(?:[\s-]+(\d{5}))?$/u.exec(foldDigits(texts.address ?? '')) ?? []
  const place = findPlace(city)
  if (!place.city || place.isAround) return
  if (code !== '' && !place.city.firstDigits.includes(code.slice(0, 2))) return
  if (code !== '') texts.postalCode ??= code
  if (texts.city !== undefined || (code !== '' && texts.postalCode !== code)) return
  texts.city = city
  texts.address = before
}

function addLine({ lines }: ParsedOrderText, sold: Units): void {
  const present = lines.find(({ id, size }) => id === sold.id && size === sold.size)
  if (present) present.quantity += sold.quantity
  else lines.push(sold)
}

function placePhones({ parsed, phones }: Reading): void {
  const { texts, unknown } = parsed
  for (const phone of phones) {
    if ([texts.phone, texts.secondPhone].some((other) => other && isSamePhone(other, phone)))
      continue
    if (texts.phone === undefined) texts.phone = phone
    else if (texts.secondPhone === undefined) texts.secondPhone = phone
    else unknown.push(phone)
  }
}

/** Product and size as they are written → what is sold. A product of one size needs no size. */
const SOLD_BY_TEXT = new Map(
  priceList.flatMap(({ id, name, sizes }) =>
    sizes.flatMap(({ label: size }) => [
      [normalizeText(`${name} (${size})`), { id, size }] as const,
      ...(sizes.length === 1 ? [[normalizeText(name), { id, size }] as const] : []),
    ]),
  ),
)

/** A line such as `2 x Hair Oil (100ml)`. */
const SOLD_LINE = /^(\d{1,3})\s*[x×*]\s*(.+)$/iu

function readSold(line: string): Units | undefined {
  const [, quantity = '', name = ''] = SOLD_LINE.exec(foldDigits(line)) ?? []
  const sold = SOLD_BY_TEXT.get(normalizeText(name))
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

/** Without bullet, picture, number, and emphasis of the label. */
function withoutMarks(line: string): string {
  return line
    .replace(/^(?:\p{Cf}|\p{So}|\p{Extended_Pictographic}|\uFE0F|\s)+/u, '')
    .replace(/^(?:[-•>] |\d{1,2}[.)] )/u, '')
    .replace(/^([*_~])([^*_~:：]{1,30})(?:\1 ?[:：]|[:：] ?\1)/u, '$2:')
}
