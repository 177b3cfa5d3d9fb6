/*
 * `npm run generate` writes the row types from the migrations. With --check it only says whether they
 * are stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { generateTypes, TYPES_FILE } from './database-types.ts'

const file = new URL(`../../${TYPES_FILE}`, import.meta.url)
const saved = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : ''
const types = await generateTypes()

if (saved === types) {
  console.log(`${TYPES_FILE} is up to date`)
} else if (process.argv.includes('--check')) {
  console.error(`${TYPES_FILE} is stale: run npm run generate.`)
  process.exitCode = 1
} else {
  writeFileSync(file, types)
  console.log(`Wrote ${TYPES_FILE}`)
}
