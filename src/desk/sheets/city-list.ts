/* A courier's list of cities, from the file that the courier offers. Import it on demand. */
import { COMMON } from '#desk/files/formats/formats.ts'
import { headerKey } from '#desk/files/header-row.ts'
import { readInWorker } from '#desk/files/read-in-worker.ts'
import { countCharacters } from '#kit/text.ts'
import { MAX_CITIES, MAX_CITY_LENGTH } from './couriers/courier-settings.ts'

export type CityList = { ok: true; cities: string[] } | { ok: false; problem: string }

/** The likeliest first. A place such as "DHA City" is none. */
const HEADERS = COMMON.cities.map(headerKey)

/** The names of a file with one city per row, with or without a header and other columns. */
export async function readCityList(file: Blob): Promise<CityList> {
  const read = await readInWorker(file, new Map(HEADERS.map((key) => [key, 2])))
  if (!read.ok) return read
  const [{ rows = [], unread: [unread] = [] } = {}] = read.sheets
  if (unread) return refuse(`Row ${unread.row + 1}: ${unread.problem}`)
  const filled = rows.filter((row) => row.some(Boolean))
  const open = rows.findIndex((row) => row.some((cell) => cell.startsWith('"')))
  if (open > -1) return refuse(`Row ${open + 1} has a quotation mark that does not close.`)
  const width = filled[0]?.length ?? 0
  const uneven = rows.findIndex((row) => row.some(Boolean) && row.length !== width)
  if (uneven > -1) {
    return refuse(
      `Row ${uneven + 1} has another number of columns than the first row. A name with a comma needs quotes around it.`,
    )
  }
  return toCities(filled)
}

function toCities(rows: string[][]): CityList {
  const header = headerColumn(rows[0] ?? [])
  const names = header === undefined ? rows : rows.slice(1)
  const column = header ?? firstTextColumn(names)
  const cities = [...new Set(names.map((row) => row[column] ?? ''))].filter((name) => name !== '')
  if (cities.length === 0) return refuse('This file has no names of cities.')
  if (cities.length > MAX_CITIES) {
    return refuse(`This file has ${cities.length} names. A list can have ${MAX_CITIES}.`)
  }
  const long = cities.find((name) => countCharacters(name) > MAX_CITY_LENGTH)
  if (long) return refuse(`"${long.slice(0, 30)}…" is too long for the name of a city.`)
  if (!cities.some(hasLetter)) return refuse('This file has numbers, but no names of cities.')
  return { ok: true, cities }
}

function headerColumn(row: string[]): number | undefined {
  const keys = row.map(headerKey)
  const header = HEADERS.find((key) => keys.includes(key))
  return header === undefined ? undefined : keys.indexOf(header)
}

/** A first column of numbers or codes is not the names. */
function firstTextColumn(rows: string[][]): number {
  const width = rows[0]?.length ?? 0
  for (let column = 0; column < width; column += 1) {
    if (rows.every((row) => !row[column] || hasLetter(row[column] ?? ''))) return column
  }
  return 0
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text)
}

function refuse(problem: string): CityList {
  return { ok: false, problem }
}
