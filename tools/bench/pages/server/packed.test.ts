import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packed } from './packed.ts'

const page = Buffer.from('<p>Seven botanicals. One slow oil.</p>'.repeat(20))

test('a page travels in Brotli and says so', () => {
  const answer = packed({ status: 200, headers: { 'content-type': 'text/html' }, body: page })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.headers['content-length']).toBe(answer.body.length)
  expect(answer.body.length).toBeLessThan(page.length / 5)
  expect(brotliDecompressSync(answer.body)).toEqual(page)
})

test('a picture is sent as it is', () => {
  const answer = packed({ status: 200, headers: { 'content-type': 'image/avif' }, body: page })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.body).toBe(page)
})
