import { expect, test, vi } from 'vitest'
import type { FileSheet } from '#desk/files/sheet.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { whoseFile } from './whose-file.ts'

const COURIERS = someCouriers

function sheet(...rows: string[][]): FileSheet[] {
  return [{ name: '', rows, merged: [], unread: [] }]
}

const nothingFound = async () => []

test('rule 22.54: a file is that of the courier with most of its parcels', async () => {
  const findCouriers = vi.fn(async (_: unknown) => ['tcs', 'postex', 'tcs', 'tcs'])
  const rows = [
    ['Order', 'CN', 'Phone', 'COD'],
    ['#abc defgh', '7790-1234567', '0300 1234567', '799'],
  ]
  expect(await whoseFile(sheet(...rows), COURIERS, findCouriers)).toBe('tcs')
  expect(findCouriers.mock.calls[0]?.[0]).toEqual([
    { reference: 'ABCDEFGH' },
    { trackingNumber: '7790-1234567' },
  ])
})

test('rule 22.54: two couriers with as many parcels each are asked about', async () => {
  const rows = sheet(['ABCDEFGH'], ['BBCDEFGH'])
  expect(await whoseFile(rows, COURIERS, async () => ['tcs', 'postex'])).toBeUndefined()
})

test('rule 22.54: a file without known parcels is asked about', async () => {
  expect(await whoseFile(sheet(['CN', 'COD', 'Status']), COURIERS, nothingFound)).toBeUndefined()
})

test('rule 22.54: the only courier that is offered is not asked for', async () => {
  const [postex, ...others] = COURIERS
  const hidden = others.map((courier) => ({ ...courier, active: false }))
  const couriers = postex ? [postex, ...hidden] : []
  expect(await whoseFile(sheet(['CN']), couriers, nothingFound)).toBe('postex')
})
