import { expect, test } from 'vitest'
import { toBarcode } from './code128.ts'

/** The module pattern of Code 128 B for these letters, from the tables of ISO/IEC 15417. */
const START_B = '11010010000'
const A = '10100011000'
const CHECK_OF_A = '10001011000'
const STOP = '1100011101011'

test('rule 15.3: an order id is written as Code 128 with quiet zones', () => {
  const barcode = toBarcode('A')
  const modules = START_B + A + CHECK_OF_A + STOP
  expect(barcode.width).toBe(modules.length + 20)
  expect(bits(barcode.path, barcode.width)).toBe(`${'0'.repeat(10)}${modules}${'0'.repeat(10)}`)
  expect(toBarcode('ABCDEFGH').width).toBe(143)
})

function bits(path: string, width: number): string {
  const modules = Array.from({ length: width }, () => '0')
  for (const [, start, length] of path.matchAll(/M(\d+) 0h(\d+)v1h-\2z/g)) {
    modules.fill('1', Number(start), Number(start) + Number(length))
  }
  return modules.join('')
}
