import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictureKind } from './picture-kind.ts'

test('every picture of the shop is one', () => {
  const files = globSync('{src/assets,public}/**/*.{webp,jpg,png}')
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const kind = file.replace(/^.*\./, '').replace('jpg', 'jpeg')
    expect([file, pictureKind(readFileSync(file))]).toEqual([file, kind])
  }
})

test.each([
  ['an empty file', ''],
  ['a page', '<!doctype html><html></html>'],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0'],
])('%s is no picture', (_, contents) => {
  expect(pictureKind(Buffer.from(contents, 'latin1'))).toBeUndefined()
})

test('AVIF and GIF are known', () => {
  expect(pictureKind(Buffer.from('\0\0\0\x20ftypavif\0\0', 'latin1'))).toBe('avif')
  expect(pictureKind(Buffer.from('GIF89a', 'latin1'))).toBe('gif')
})
