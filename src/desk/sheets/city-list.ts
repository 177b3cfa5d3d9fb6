/* A courier's list of cities, from the CSV file that the courier offers. Import it on demand. */
import Papa from 'papaparse'
import { cleanText, countCharacters } from '#kit/text.ts'
import { MAX_CITIES, MAX_CITY_LENGTH } from './couriers/courier-settings.ts'

export type CityList = { ok: true; cities: string[] } | { ok: false; problem: string }

/** Header cells of the column with the names, the likeliest first. A place such as "DHA City" is none. */
const HEADERS = [
  /^(city|cities|(city|destination|town) name)$/i,
  /^[a-z_]*city(_?name)?$/i,
  /^(destination|town|name)$/i,
]

/** The names of a file with one city per line, with or without a header and other columns. */
export function parseCityList(text: string): CityList {
  if (text.includes('\0') || text.startsWith('PK\u0003')) {
    return refuse('This is not a CSV file. In Excel, choose "Save as" and "CSV UTF-8".')
  }
  if (text.includes('\uFFFD')) {
    return refuse('Some letters of this file cannot be read. In Excel, save it as "CSV UTF-8".')
  }
  const { data, errors } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  const rows = data.map((row) => row.map(cleanText))
  const quoteError = errors.find(({ type }) => type === 'Quotes')
  if (quoteError) return refuse(`Row ${(quoteError.row ?? 0) + 1} has a quote that does not end.`)
  const width = rows[0]?.length ?? 0
  const uneven = rows.findIndex((row) => row.length !== width)
  if (uneven > -1) {
    return refuse(
      `Row ${uneven + 1} has another number of columns than the first row. A name with a comma needs quotes around it.`,
    )
  }
  return toCities(rows)
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
  for (const pattern of HEADERS) {
    const column = row.findIndex((cell) => pattern.test(cell))
    if (column > -1) return column
  }
  return undefined
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
