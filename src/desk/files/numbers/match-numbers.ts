/*
 * Which tracking number of a list is whose: by order id, else by phone and cash, else by place, which the admin
 * confirms (docs/product.md, rules 21.12 to 21.14). What is not certain is left out and named.
 */
import { quote, toReference, toTrackingNumber } from '#desk/files/cell.ts'
import { parseAmount } from '#desk/files/read/amounts.ts'
import { isSamePhone } from '#order/phone.ts'
import { type ColumnChoice, type NumberTable, toTable } from './columns.ts'
import {
  type KnownNumbers,
  mayBeOrderId,
  NOTHING_KNOWN,
  type NumberedOrder,
  type Receivers,
  wrongNumber,
} from './numbered-order.ts'

export type MatchedBy = 'id' | 'phone' | 'place'

export interface Match {
  order: NumberedOrder
  number: string
  by: MatchedBy
}

export interface Matching {
  matches: Match[]
  /** What is left out, each with the reason. */
  problems: string[]
  /** The columns that may hold the numbers, where that is not certain. */
  columns: ColumnChoice[]
  /** The orders of which one has no number, where a column has a few numbers too few. */
  mayBeWithout?: readonly NumberedOrder[]
}

export interface NumberList extends Receivers {
  rows: readonly (readonly string[])[]
  /** Why rows could not be read. */
  problems?: readonly string[]
  /** The column that the admin chose. */
  column?: number | undefined
  /** Ids of the orders that have no number in a column, by the admin. */
  without?: readonly string[]
  known?: KnownNumbers | undefined
}

/** A number beside the order that its row names, if any. */
interface Found {
  order: NumberedOrder | undefined
  number: string
  by: MatchedBy
}

export function matchNumbers(list: NumberList): Matching {
  const table = toTable(list.rows, list)
  const [first, ...others] = table.columns
  const unread = [...(list.problems ?? [])]
  if (!first) {
    return {
      matches: [],
      problems: [...unread, 'There are no tracking numbers here.'],
      columns: [],
    }
  }
  const columns = others.length > 0 ? table.columns : []
  const column = list.column ?? (others.length > 0 ? undefined : first.column)
  if (column === undefined) return { matches: [], problems: unread, columns }
  const found = findOrders(table, column, list)
  const matching = found ? matchFound(found, list) : matchPlaces(table, column, list)
  return { ...matching, problems: [...unread, ...matching.problems], columns }
}

/** The orders that rows name, or undefined where no row names one. */
function findOrders(
  { rows, reference }: NumberTable,
  column: number,
  { orders }: NumberList,
): { found: Found[]; problems: string[] } | undefined {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const found: Found[] = []
  const problems: string[] = []
  for (const row of rows) {
    const number = toTrackingNumber(row[column] ?? '')
    const named = reference === undefined ? '' : (row[reference] ?? '')
    const order = byId.get(toReference(named))
    if (order) found.push({ order, number, by: 'id' })
    else if (mayBeOrderId(named)) problems.push(`${quote(named)} is not among these orders.`)
    else if (number !== '') found.push(findByPhone(row, number, orders))
  }
  const isNamed = problems.length > 0 || found.some(({ order }) => order)
  return isNamed ? { found, problems } : undefined
}

/** The one order whose phone and cash are both in the row. */
function findByPhone(
  row: readonly string[],
  number: string,
  orders: readonly NumberedOrder[],
): Found {
  const [order, ...others] = orders.filter(
    ({ phone, toCollect }) =>
      row.some((cell) => cell.replace(/\D/g, '').length >= 10 && isSamePhone(cell, phone)) &&
      row.some((cell) => /\d/.test(cell) && parseAmount(cell)?.minor === toCollect),
  )
  return { order: others.length === 0 ? order : undefined, number, by: 'phone' }
}

/** Of numbers beside their orders: those that are certain. */
function matchFound(
  { found, problems }: { found: readonly Found[]; problems: string[] },
  { orders, known = NOTHING_KNOWN }: Pick<NumberList, 'orders' | 'known'>,
): Omit<Matching, 'columns'> {
  const numbered = found.filter(({ order, number }) => order && number !== '')
  const rowsOf = groupBy(numbered, ({ order }) => order?.id ?? '')
  const usersOf = groupBy(numbered, ({ number }) => number.toUpperCase())
  const matches: Match[] = []
  for (const { order, number, by } of found) {
    if (!order) {
      problems.push(
        `${quote(number)} is left over: its line has no order id, nor phone and cash of one order.`,
      )
      continue
    }
    // The same order may stand there once more, with its number.
    if (number === '' && rowsOf.has(order.id)) continue
    const numbers = new Set(rowsOf.get(order.id)?.map((row) => row.number))
    const users = new Set(usersOf.get(number.toUpperCase())?.map((row) => row.order?.id))
    const problem =
      (number === '' && `${order.id} has no number in this list.`) ||
      (numbers.size > 1 &&
        `${order.id} has two numbers in this list: ${[...numbers].join(', ')}.`) ||
      (users.size > 1 && `${quote(number)} stands beside two orders: ${[...users].join(', ')}.`) ||
      problemOf(order, number, orders, known)
    if (problem) problems.push(problem)
    else if (!matches.some((match) => match.order === order)) matches.push({ order, number, by })
  }
  return { matches, problems: [...new Set(problems)] }
}

/** Why the order does not get the number. */
export function problemOf(
  order: NumberedOrder,
  number: string,
  orders: readonly NumberedOrder[],
  known: KnownNumbers,
): string | undefined {
  if (order.closed) return `${order.id} ${order.closed}: its number ${number} is left out.`
  return problemElsewhere(order.id, number, known) ?? wrongNumber(number, orders, known)
}

/** What the number is in the database, where it is not the one of this order. */
export function problemElsewhere(
  id: string,
  number: string,
  known: KnownNumbers,
): string | undefined {
  const other = known.taken.get(number)
  if (!other || other.id === id) return wrongNumber(number, [], known)
  return `${quote(number)} belongs to ${other.id} (${other.fullName}) already.`
}

/** A column without ids goes to the orders in their order, but only as a whole: one wrong cell moves all below. */
function matchPlaces(
  { rows }: NumberTable,
  column: number,
  { orders, sequences: all, without = [], known = NOTHING_KNOWN }: NumberList,
): Omit<Matching, 'columns'> {
  const numbers = rows.map((row) => toTrackingNumber(row[column] ?? ''))
  const sequences = all.map((orders) => orders.filter(({ id }) => !without.includes(id)))
  const sequence = sequences.find(({ length }) => length === numbers.length)
  const wrong = numbers.flatMap((number) => wrongNumber(number, orders, known) ?? [])
  const twice = [...groupBy(numbers.filter(Boolean), (number) => number.toUpperCase()).values()]
    .filter(({ length }) => length > 1)
    .map(([number = '']) => `${quote(number)} is in this list twice.`)
  const problems = [...new Set([...wrong, ...twice])]
  if (problems.length > 0) return { matches: [], problems: [...problems, NOT_BY_PLACE] }
  if (!sequence) {
    const problem = countProblem(numbers.length, sequences)
    const mayBeWithout = sequences.find(({ length }) => isFewMore(length, numbers.length))
    if (mayBeWithout) return { matches: [], problems: [problem], mayBeWithout }
    return { matches: [], problems: [problem, NOT_BY_PLACE] }
  }
  const pairs = sequence.flatMap((order, nth) =>
    numbers[nth] ? { order, number: numbers[nth] } : [],
  )
  const taken = pairs.flatMap(({ order, number }) =>
    order.closed ? [] : (problemOf(order, number, orders, known) ?? []),
  )
  if (taken.length > 0) return { matches: [], problems: [...taken, NOT_BY_PLACE] }
  return {
    matches: pairs.filter(({ order }) => !order.closed).map((pair) => ({ ...pair, by: 'place' })),
    problems: pairs.flatMap(({ order, number }) => problemOf(order, number, orders, known) ?? []),
  }
}

/** More missing numbers are not asked for one by one. */
const MAX_WITHOUT = 3

function isFewMore(orders: number, numbers: number): boolean {
  return orders > numbers && orders - numbers <= MAX_WITHOUT
}

const NOT_BY_PLACE =
  'So nothing of this column is used. Paste the order ids with the numbers, or scan each slip and its label.'

function countProblem(count: number, sequences: NumberList['sequences']): string {
  const lengths = [...new Set(sequences.map(({ length }) => length))]
  return `The list has ${formatNumbers(count)} for ${lengths.join(' or ')} orders.`
}

/** `1 number`, `2 numbers`. */
export function formatNumbers(count: number): string {
  return count === 1 ? '1 number' : `${count} numbers`
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}
