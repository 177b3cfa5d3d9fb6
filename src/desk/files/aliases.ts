/* Which field a column has, by its header: of the courier's own format, else of all. */
import { type ColumnMapping, NAMING_FIELDS, type StatementField } from './fields.ts'
import { COMMON, FORMATS } from './formats/formats.ts'
import { headerKey, type KnownHeaders } from './sheet.ts'

/** A row that names parcels is above one that names more of other things: titles name the payment. */
export const NAMES_PARCELS = 100

/** By what a header is compared with. */
type Fields = ReadonlyMap<string, StatementField>

const ofAll = fieldsOf(COMMON.headers)
const ofFormats = new Map(
  Object.entries(FORMATS).map(([id, { headers = {} }]) => [id, fieldsOf(headers)]),
)

function fieldsOf(headers: Partial<Record<StatementField, readonly string[]>>): Fields {
  const entries = Object.entries(headers) as [StatementField, readonly string[]][]
  return new Map(
    entries.flatMap(([field, names]) => names.map((name) => [headerKey(name), field] as const)),
  )
}

/** Of any courier, and those that the admin chose. */
export function knownHeaders(mapping: ColumnMapping = {}): KnownHeaders {
  const chosen = fieldsOf(
    Object.fromEntries(
      Object.entries(mapping).map(([field, header]) => [field, header ? [header] : []]),
    ),
  )
  const fields = [ofAll, ...ofFormats.values(), chosen].flatMap((table) => [...table])
  return new Map(
    fields.map(([key, field]) => [key, NAMING_FIELDS.includes(field) ? NAMES_PARCELS : 1]),
  )
}

/** The field of a header, and whether the name is the courier's own. */
export function fieldOfHeader(
  header: string,
  format: string,
): { field: StatementField; isOwn: boolean } | undefined {
  const key = headerKey(header)
  const own = ofFormats.get(format)?.get(key)
  const field = own ?? ofAll.get(key)
  return field && { field, isOwn: own !== undefined }
}
