/*
 * `npm run generate` writes what follows from other files: the row types from the migrations, and the names of
 * cities in SQL.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openScratchDatabase } from '../postgres/scratch-database.ts'
import { CITY_NAMES_FILE, generateCityNames } from './city-names.ts'
import { generateTypes, TYPES_FILE } from './database-types.ts'

write(CITY_NAMES_FILE, generateCityNames())
const { connection, close } = await openScratchDatabase()
write(TYPES_FILE, await generateTypes(connection).finally(close))

function write(path: string, text: string): void {
  const file = new URL(`../../${path}`, import.meta.url)
  const saved = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : ''
  if (saved !== text) writeFileSync(file, text)
  console.log(saved === text ? `${path} is up to date` : `Wrote ${path}`)
}
