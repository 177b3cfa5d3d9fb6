/* A mistake in a content file stops the build with a sentence that names the file and the field. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PARTS = ['astro.config.mjs', 'package.json', 'tsconfig.json', 'netlify.toml', '.env.embedded']

let shop: string

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), 'zulf-content-'))
  for (const part of [...PARTS, 'src', 'tools']) cpSync(part, join(shop, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(shop, 'node_modules'), 'junction')
})

afterAll(() => rmSync(shop, { recursive: true, force: true }))

const ARTICLE = 'src/content/blog/2.md'

it('an article with mistakes stops the build, which names the file and every field', async () => {
  const article = readFileSync(ARTICLE, 'utf8')
    .replace(/^title: .*$/m, 'author: Nobody')
    .replace(/^cover: .*\n/m, '')
    .replace(/^date: .*$/m, 'date: in spring')
  writeFileSync(join(shop, ARTICLE), article)
  const { code, said } = await syncContent()
  expect(code).toBe(1)
  expect(said).toContain('src/content/blog/2.md')
  expect(said).toMatch(/title.*required/i)
  expect(said).toMatch(/cover.*required/i)
  expect(said).toMatch(/date.*expected/i)
  expect(said).toMatch(/unrecognized key.*author/i)
})

it('the content as it is stops nothing', async () => {
  cpSync(ARTICLE, join(shop, ARTICLE))
  expect((await syncContent()).code).toBe(0)
})

/** Reads every content file as a build does, and no more. */
function syncContent(): Promise<{ code: number; said: string }> {
  const astro = join(shop, 'node_modules', 'astro', 'bin', 'astro.mjs')
  const command = [astro, 'sync', '--mode', 'embedded']
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: shop }, (error, stdout, stderr) => {
      done({ code: error ? 1 : 0, said: `${stdout}${stderr}` })
    })
  })
}
