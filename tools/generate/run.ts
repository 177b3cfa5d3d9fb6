/*
 * `npm run generate` writes the row types from the migrations. With --check it only says whether they
 * are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type GeneratedFile, generateFiles } from './generated-files.ts'

const root = new URL('../../', import.meta.url)

const stale = (await generateFiles()).filter((file) => read(file) !== file.content)
if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`${path} is stale: run npm run generate.`)
  if (stale.length > 0) process.exitCode = 1
} else {
  for (const { path, content } of stale) {
    writeFileSync(new URL(path, root), content)
    console.log(`Wrote ${path}`)
  }
}

function read({ path }: GeneratedFile): string | undefined {
  try {
    return readFileSync(new URL(path, root), 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}
