/*
 * `npm run generate` writes what follows from other files: the row types from the migrations, and the names of
 * cities in SQL. With --check it only says what is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CITY_NAMES_FILE, generateCityNames } from './city-names.ts'
import { generateTypes, TYPES_FILE } from './database-types.ts'

write(CITY_NAMES_FILE, generateCityNames())
write(TYPES_FILE, await generateTypes())

function write(path: string, text: string): void {
  const file = new URL(`../../${path}`, import.meta.url)
  const saved = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : ''
  if (saved === text) {
    console.log(`${path} is up to date`)
  } else if (process.argv.includes('--check')) {
    console.error(`${path} is stale: run npm run generate.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`Wrote ${path}`)
  }
}
