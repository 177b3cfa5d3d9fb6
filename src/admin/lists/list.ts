/*
 * Lists that are searched, and paged from the newest row to the oldest. A queue begins with its oldest row, so its next
 * page is the newer one.
 */
import type { QueryParam, QuerySchema } from '#kit/query-state.ts'

/** A row of a list. The date is the database's own text, so that no digit of it is lost. */
export type Cursor<KeyName extends string = 'key'> = { date: string } & Record<KeyName, string>

/** In a query: rows older, or newer, than a row. With neither, the list begins at its first row. */
export interface Paging<Position = Cursor> {
  older: Position | undefined
  newer: Position | undefined
}

/** In a response `older` and `newer` are what to ask for next; undefined at the end of the list. */
export interface Page<Row, Position = Cursor> extends Paging<Position> {
  rows: Row[]
}

/** What a request has of the page that is asked for. */
export function pageParams<Position extends object>({ older, newer }: Paging<Position>) {
  return { ...(older && { older }), ...(newer && { newer }) }
}

/** The cursors of a response, which has null at the end of the list. */
export function toPaging<Position>({ older, newer }: PagingJson<Position>): Paging<Position> {
  return { older: older ?? undefined, newer: newer ?? undefined }
}

export interface PagingJson<Position = Cursor> {
  older: Position | null
  newer: Position | null
}

/** As long as the longest name that an order can have. */
export const MAX_SEARCH_LENGTH = 100

/** Longer than the longest name and phone. */
const MAX_KEY_LENGTH = 300

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/

/** The parameters `older` and `newer` of a list whose rows are told apart by `keyName`. */
export function pagingParams<KeyName extends string>(
  keyName: KeyName,
  isKey = (text: string) => text !== '' && text.length <= MAX_KEY_LENGTH,
): QuerySchema<Paging<Cursor<KeyName>>> {
  const param = (name: string): QueryParam<Cursor<KeyName> | undefined> => ({
    name,
    parse: (text) => parseCursor(text ?? '', keyName, isKey),
    format: (cursor) => (cursor ? `${cursor.date},${cursor[keyName]}` : ''),
  })
  return { older: param('older'), newer: param('newer') }
}

/** The id of what a page shows. 0, which nothing has, where there is none. */
export const idParam: QueryParam<number> = {
  name: 'id',
  parse: (text) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0),
  format: (id) => (id > 0 ? String(id) : ''),
}

function parseCursor<KeyName extends string>(
  text: string,
  keyName: KeyName,
  isKey: (text: string) => boolean,
): Cursor<KeyName> | undefined {
  const comma = text.indexOf(',')
  const [date, key] = [text.slice(0, comma), text.slice(comma + 1)]
  const isDate = TIMESTAMP.test(date) && !Number.isNaN(Date.parse(date))
  return isDate && isKey(key) ? ({ date, [keyName]: key } as Cursor<KeyName>) : undefined
}
