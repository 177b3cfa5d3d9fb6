/* The lines of an order as an admin types them, at the prices of today. */

import { hasStrings, isRecord } from '#kit/json.ts'
import { wholeNumber } from '#kit/text.ts'
import type { OrderItem } from '#order/order.ts'
import { limitProblem, lineKey } from '#order/order-lines.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'

export interface LineText {
  /** The `lineKey` of a product in a size; empty where none is chosen. */
  product: string
  quantity: string
}

/** Whether a part of a saved draft is a line. */
export function isLineText(line: unknown): line is LineText {
  return isRecord(line) && hasStrings(line, ['product', 'quantity'])
}

/** A product in one size. */
export interface SoldSize {
  id: string
  name: string
  size: string
  /** Minor units, today. */
  price: number
}

export type PricedLine = SoldSize & Pick<OrderItem, 'quantity'>

export interface ReadLines {
  items: PricedLine[]
  /** Minor units. */
  total: number
  /** Number of the line → what is wrong with it. */
  problems: Record<number, string>
  /** What is wrong with all of them together. */
  problem: string | undefined
}

export const EMPTY_LINE: LineText = { product: '', quantity: '1' }

/** What this build of the site sells. */
export const sizesOfBuild: readonly SoldSize[] = priceList.flatMap(({ id, name, sizes }) =>
  sizes.map((size) => ({ id, name, size: size.label, price: sellingPrice(size) })),
)

export function toLineTexts(items: readonly Units[]): LineText[] {
  return items.map((item) => ({ product: lineKey(item), quantity: String(item.quantity) }))
}

/** A line after the last is added. */
export function changeLine(
  lines: readonly LineText[],
  nth: number,
  change: Partial<LineText>,
): LineText[] {
  const changed = [...lines]
  changed[nth] = { ...EMPTY_LINE, ...lines[nth], ...change }
  return changed
}

/** A line without a product, or with the quantity 0, is none. */
export function readLines(lines: readonly LineText[], sizes: readonly SoldSize[]): ReadLines {
  const items: PricedLine[] = []
  const problems: Record<number, string> = {}
  lines.forEach(({ product, quantity: typed }, nth) => {
    const quantity = wholeNumber(typed)
    if (product === '' || quantity === 0) return
    const sold = sizes.find((size) => lineKey(size) === product)
    const problem = lineProblem(sold, quantity, items)
    if (problem) problems[nth] = problem
    if (sold && !Number.isNaN(quantity)) items.push({ ...sold, quantity })
  })
  return {
    items,
    total: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    problems,
    problem: linesProblem(items, Object.keys(problems).length > 0),
  }
}

/** Whether both hold the same units, whatever they cost. */
export function hasSameUnits(a: readonly Units[], b: readonly Units[]): boolean {
  const keysOf = (lines: readonly Units[]) => lines.map((line) => [lineKey(line), line.quantity])
  return JSON.stringify(keysOf(a)) === JSON.stringify(keysOf(b))
}

export type Units = Pick<OrderItem, 'id' | 'size' | 'quantity'>

function lineProblem(
  sold: SoldSize | undefined,
  quantity: number,
  before: readonly PricedLine[],
): string | undefined {
  if (!sold) return 'This product is not sold any more. Set its quantity to 0.'
  if (Number.isNaN(quantity)) return 'Please enter a whole number'
  if (before.some((line) => lineKey(line) === lineKey(sold)))
    return 'This product stands in a line above already.'
  return limitProblem([{ ...sold, quantity }])
}

function linesProblem(items: readonly PricedLine[], hasProblems: boolean): string | undefined {
  if (hasProblems) return undefined
  if (items.length === 0) return 'An order has at least one line.'
  return limitProblem(items)
}
