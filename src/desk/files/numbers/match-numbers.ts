/*
 * Which tracking number of a list is whose: by order id, else by phone and cash, else by place, which the admin
 * confirms (docs/desk-rules.md, rules 21.12 to 21.14). What is not certain is left out and named.
 */
import { mayBeOrderId, quote, toReference, toTrackingNumber } from '#desk/files/cell.ts'
import { parseAmount } from '#desk/files/read/amounts.ts'
import { LIST_LOCALE } from '#kit/locale.ts'
import { countOf } from '#kit/text.ts'
import { isSamePhone } from '#order/phone.ts'
import { type ColumnChoice, toTable } from './columns.ts'
import {
  type KnownNumbers,
  type NumberedOrder,
  type Receivers,
  wrongNumber,
} from './numbered-order.ts'

export type MatchedBy = 'id' | 'phone' | 'place'

export interface Match {
  order: NumberedOrder
  number: string
  by: MatchedBy
  /** The cash of its row, in minor units. */
  inFile?: number | undefined
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
  problems: readonly string[]
  /** The column that the admin chose. */
  column?: number
  /** Ids of the orders that have no number in a column, by the admin. */
  without?: readonly string[]
  known?: KnownNumbers
}

type Matched = Omit<Matching, 'columns'>

/** A number beside the order that its row names, if any. */
interface Found extends Omit<Match, 'order'> {
  order: NumberedOrder | undefined
}

export function matchNumbers(list: NumberList): Matching {
  const { rows, reference, toCollect, columns: likely } = toTable(list.rows, list)
  const columns = likely.length > 1 ? likely : []
  const column = list.column ?? (columns.length > 0 ? undefined : likely[0]?.column)
  if (column === undefined) {
    const problems = columns.length > 0 ? [] : ['There are no tracking numbers here.']
    return { matches: [], problems: [...list.problems, ...problems], columns }
  }
  const byId = new Map(list.orders.map((order) => [order.id, order]))
  const numbers = rows.map((row) => toTrackingNumber(row[column] ?? ''))
  const problems: string[] = []
  const found = rows.flatMap((row, nth): Found[] => {
    const [named = '', number = ''] = [reference === undefined ? '' : row[reference], numbers[nth]]
    const order = byId.get(toReference(named))
    const cash = toCollect === undefined ? '' : (row[toCollect] ?? '')
    const inFile = /\d/.test(cash) ? parseAmount(cash)?.minor : undefined
    if (order) return [{ order, number, by: 'id', inFile }]
    if (mayBeOrderId(named)) problems.push(`${quote(named)} is not among these orders.`)
    else if (number !== '') return [{ order: findByPhone(row, list), number, by: 'phone' }]
    return []
  })
  const isNamed = problems.length > 0 || found.some(({ order }) => order)
  const matched = isNamed ? matchFound(found, list, problems) : matchPlaces(numbers, list)
  return { ...matched, problems: [...list.problems, ...matched.problems], columns }
}

/** The one order whose phone and cash are both in the row. */
function findByPhone(row: readonly string[], { orders }: NumberList): NumberedOrder | undefined {
  const [order, ...others] = orders.filter(
    ({ phone, toCollect }) =>
      row.some((cell) => cell.replace(/\D/g, '').length >= 10 && isSamePhone(cell, phone)) &&
      row.some((cell) => /\d/.test(cell) && parseAmount(cell)?.minor === toCollect),
  )
  return others.length === 0 ? order : undefined
}

/** Matches numbers that stand beside their orders, where that is certain. */
function matchFound(
  found: readonly Found[],
  { orders, known }: NumberList,
  problems: string[] = [],
): Matched {
  const numbered = found.filter(({ order, number }) => order && number !== '')
  const others = orders.filter((order) => !numbered.some((line) => line.order === order))
  const matches: Match[] = []
  for (const { order, number, by, inFile } of found) {
    if (!order) {
      problems.push(
        `${quote(number)} is left over: its line has no order id, nor phone and cash of one order. ${withoutNumber(others)}`,
      )
      continue
    }
    const own = numbered.filter((line) => line.order === order)
    // The same order may stand there once more, with its number.
    if (number === '' && own.length > 0) continue
    const numbers = new Set(own.map((line) => line.number))
    const users = new Set(
      numbered.filter((line) => isSame(line.number, number)).map((line) => line.order?.id),
    )
    const problem =
      (number === '' && `${order.id} has no number in this list.`) ||
      (numbers.size > 1 &&
        `${order.id} has two numbers in this list: ${[...numbers].join(', ')}.`) ||
      (users.size > 1 && `${quote(number)} stands beside two orders: ${[...users].join(', ')}.`) ||
      wrongNumber(number, orders, known, order)
    if (problem) problems.push(problem)
    else if (!matches.some((match) => match.order === order))
      matches.push({ order, number, by, inFile })
  }
  return { matches, problems: [...new Set(problems)] }
}

function isSame(number: string, other: string): boolean {
  return number.toUpperCase() === other.toUpperCase()
}

/** Matches a column without ids to the orders in their order, but only as a whole: one wrong cell moves all below. */
function matchPlaces(numbers: readonly string[], list: NumberList): Matched {
  const { orders, known, without = [] } = list
  const refuse = (problems: string[]): Matched => ({
    matches: [],
    problems: [...new Set(problems), NOT_BY_PLACE],
  })
  const wrong = numbers.flatMap((number) => wrongNumber(number, orders, known) ?? [])
  const twice = numbers
    .filter((number, nth) => number && numbers.findIndex((one) => isSame(one, number)) < nth)
    .map((number) => `${quote(number)} is in this list twice.`)
  if (wrong.length + twice.length > 0) return refuse([...wrong, ...twice])
  const sequences = list.sequences.map((all) => all.filter(({ id }) => !without.includes(id)))
  const sequence = sequences.find(({ length }) => length === numbers.length)
  if (!sequence) {
    const problem = `The list has ${countOf(numbers.length, 'number')}${neededSentence(sequences)}`
    const mayBeWithout = sequences.find(({ length }) => isFewMore(length, numbers.length))
    return mayBeWithout
      ? { matches: [], problems: [problem], mayBeWithout }
      : refuse([`${problem} ${withoutNumber(orders)}`])
  }
  const found = sequence.flatMap((order, nth): Match[] =>
    numbers[nth] ? [{ order, number: numbers[nth], by: 'place' }] : [],
  )
  const taken = found.flatMap(({ order, number }) =>
    order.closed ? [] : (wrongNumber(number, orders, known, order) ?? []),
  )
  return taken.length > 0 ? refuse(taken) : matchFound(found, list)
}

/** How many numbers a column has to have. */
function neededSentence(sequences: NumberList['sequences']): string {
  const [length = 0, ...others] = new Set(sequences.map((orders) => orders.length))
  if (others.length === 0) return ` for ${countOf(length, 'order')}.`
  const lengths = [length, ...others].map(String)
  const list = new Intl.ListFormat(LIST_LOCALE, { type: 'disjunction' }).format(lengths)
  return ` and has to have ${list}: one for each order of the file, or for each that is open or has none yet.`
}

/** How many orders are named. */
const MAX_NAMED = 5

/** Whose a number may be that is left over: `Without a number: Sana (ABCDEFGH).` */
function withoutNumber(orders: readonly NumberedOrder[]): string {
  const without = orders.filter(({ closed, trackingNumber }) => !closed && !trackingNumber)
  if (without.length === 0) return 'All orders here have their number.'
  const named = without.slice(0, MAX_NAMED).map(({ id, fullName }) => `${fullName} (${id})`)
  const more = without.length - named.length
  return `Without a number: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}.`
}

/** More missing numbers are not asked for one by one. */
const MAX_WITHOUT = 3

function isFewMore(orders: number, numbers: number): boolean {
  return orders > numbers && orders - numbers <= MAX_WITHOUT
}

const NOT_BY_PLACE =
  'So nothing of this column is used. Paste the order ids with the numbers, or scan each slip and its label.'
