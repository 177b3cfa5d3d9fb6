/* Which field a column has, by its header: of the courier's own format, else of all. */
import { type ColumnField, type ColumnMapping, NAMING_FIELDS } from './fields.ts'
import { COMMON, FORMATS } from './formats/formats.ts'
import { type HeaderColumn, headerKey, type KnownHeaders, NAMES_PARCELS } from './header-row.ts'

/** The id of a courier's format, and the headers that the admin chose. */
export interface HeaderNames {
  format: string
  mapping: ColumnMapping
}

const ofAll = fieldsOf(COMMON.headers)
const ofFormats = new Map(
  Object.entries(FORMATS).map(([id, { headers = {} }]) => [id, fieldsOf(headers)]),
)

function fieldsOf(headers: Partial<Record<ColumnField, readonly string[]>>) {
  const entries = Object.entries(headers) as [ColumnField, readonly string[]][]
  return new Map(
    entries.flatMap(([field, names]) => names.map((name) => [headerKey(name), field] as const)),
  )
}

/** The headers of all couriers, and those that the admin chose, for findHeader(). */
export function knownHeaders(...mappings: readonly ColumnMapping[]): KnownHeaders {
  const chosen = mappings
    .flatMap((mapping) => Object.entries(mapping))
    .flatMap(([field, header]) =>
      header ? [[headerKey(header), field as ColumnField] as const] : [],
    )
  return new Map(
    [ofAll, ...ofFormats.values(), chosen]
      .flatMap((table) => [...table])
      .map(([key, field]) => [key, NAMING_FIELDS.includes(field) ? NAMES_PARCELS : 1]),
  )
}

/** The field of a header, and whether the name is the courier's own. */
export function fieldOfHeader(header: string, format: string) {
  const key = headerKey(header)
  const own = ofFormats.get(format)?.get(key)
  const field = own ?? ofAll.get(key)
  return field && { field, isOwn: own !== undefined }
}

/** The columns that may hold a field: one where that is certain. */
export function columnsOf(
  field: ColumnField,
  columns: readonly HeaderColumn[],
  { format, mapping }: HeaderNames,
): readonly HeaderColumn[] {
  if (mapping[field] === '') return []
  const chosen = columns.filter(({ header }) => header === mapping[field])
  if (chosen.length > 0) return chosen
  const chosenForOthers = new Set(Object.values(mapping))
  const named = columns.flatMap((column) => {
    if (chosenForOthers.has(column.header)) return []
    const [known] = column.names.flatMap((name) => fieldOfHeader(name, format) ?? [])
    return known?.field === field ? { column, isOwn: known.isOwn } : []
  })
  const own = named.filter(({ isOwn }) => isOwn)
  return (own.length > 0 ? own : named).map(({ column }) => column)
}
