/* How the local server sends files. tests/site/built has the paths and headers of the built site. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SiteServer, startSiteServer } from '#tools/site-server/site-server.ts'
import { askFor } from '../support/raw-request.ts'
import { aFolder } from '../support/shop-server.ts'

const dist = aFolder('dist')
let site: SiteServer

beforeAll(async () => {
  for (const page of ['products', '404']) write(`${page}.html`, `page ${page}`)
  write('_astro/app.js', 'script')
  site = await startSiteServer({ port: 0, dist: dist.path })
})
afterAll(async () => {
  await site?.close()
  dist.remove()
})

test('a new build is served at once', async () => {
  write('later.html', 'page later')
  expect(await get('/later')).toMatchObject({ status: 200, body: 'page later' })
  rmSync(join(dist.path, 'later.html'))
  expect(await get('/later')).toMatchObject({ status: 404, body: 'page 404' })
})

test('a browser may keep hashed files, and no page', async () => {
  expect((await get('/_astro/app.js')).headers['cache-control']).toContain('immutable')
  expect((await get('/products')).headers['cache-control']).toContain('max-age=0')
})

test('a range that the file does not have is refused with its length', async () => {
  const { status, headers } = await get('/_astro/app.js', { range: 'bytes=99-' })
  expect(status).toBe(416)
  expect(headers['content-range']).toBe('bytes */6')
  expect(headers['etag']).toBeUndefined()
})

test('no header of a request turns a missing page into an unchanged or a partial one', async () => {
  const etag = String((await get('/404.html')).headers['etag'])
  for (const headers of [{ 'if-none-match': etag }, { range: 'bytes=0-1' }]) {
    const response = await get('/nothing-here', headers)
    expect(response).toMatchObject({ status: 404, body: 'page 404' })
  }
})

function write(file: string, text: string): void {
  const path = join(dist.path, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function get(path: string, headers: Record<string, string> = {}) {
  return askFor(site.url, path, { headers })
}
