import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './edge.ts'

const page = Buffer.from('<p>Seven botanicals. One slow oil.</p>'.repeat(20))

test('a page is sent in Brotli and says so', () => {
  const { headers, body } = compress({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: page,
  })
  expect(headers['content-encoding']).toBe('br')
  expect(headers['content-length']).toBe(body.length)
  expect(body.length).toBeLessThan(page.length / 5)
  expect(brotliDecompressSync(body)).toEqual(page)
})

test('a picture is sent unchanged', () => {
  const headers = { 'content-type': 'image/avif' }
  const response = compress({ status: 200, headers, body: page })
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.body).toBe(page)
})
