import { expect, test } from 'vitest'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { call } = openDatabase()

const column = { header: 'Consignee Name', field: 'fullName', text: '' }

test('rule 15.8: what is saved for a courier is read again; what is not given stays', async () => {
  const columns = [column, { header: 'Pieces', field: 'text', text: '1' }]
  expect(await save({ courier: 'tcs', columns })).toEqual({ ok: true })
  const cities = ['Lahore', 'Karachi', 'کراچی']
  await save({ courier: 'tcs', cities, cityNames: { lhr: 'Lahore' } })
  await save({ courier: 'leopards', statementColumns: { cash: 'Net COD', net: '' } })
  await save({
    courier: 'leopards',
    statementWords: { 'status gone': 'returned', 'status x': 'paid' },
  })
  await save({ courier: 'leopards', statementWords: { 'status x': 'nothing' } })
  expect((await call(admin, 'admin_couriers', {})).body).toMatchObject({
    couriers: [
      {
        ...{ courier: 'leopards', columns: [], cities: [], cityNames: {} },
        statementColumns: { cash: 'Net COD', net: '' },
        statementWords: { 'status gone': 'returned', 'status x': 'nothing' },
      },
      {
        courier: 'tcs',
        ...{ columns, cities, cityNames: { lhr: 'Lahore' } },
        statementColumns: {},
      },
    ],
  })
})

test('rule 15.11: names of cities are added to those that are saved, and removed one by one', async () => {
  await save({ courier: 'tcs', cityNames: { lhr: 'Lahore', khi: 'Karachi', old: null } })
  await save({ courier: 'tcs', cityNames: { lhr: null, mtn: 'Multan', khi: 'KARACHI' } })
  expect((await call(admin, 'admin_couriers', {})).body).toMatchObject({
    couriers: [{ cityNames: { khi: 'KARACHI', mtn: 'Multan' } }],
  })
})

test('rule 17.15: the largest settings are saved', async () => {
  const cities = Array.from({ length: 5000 }, (_, nth) => `${nth}${'ک'.repeat(96)}`)
  const cityNames = Object.fromEntries(cities.map((city) => [city, city]))
  const columns = Array(60).fill(column)
  expect(await save({ courier: 'tcs', columns, cities, cityNames })).toEqual({ ok: true })
})

test.each<[Row, string, string?]>([
  [{ courier: 'T C S' }, 'courier_invalid', 'courier'],
  [{}, 'courier_invalid', 'courier'],
  [{ courier: 'pigeons' }, 'courier_invalid', 'courier'],
  [{ courier: 'tcs', rate: 1 }, 'unknown_field', 'rate'],
  ...[
    { columns: {} },
    { columns: null },
    { columns: ['Name'] },
    { columns: [{ ...column, field: 'a b' }] },
    { columns: [{ ...column, header: 5 }] },
    { columns: [{ ...column, header: '' }] },
    { columns: [{ header: 'Name', field: 'text' }] },
    { columns: [{ ...column, text: 'x'.repeat(201) }] },
    { columns: Array(61).fill(column) },
    { cities: 'Lahore' },
    { cities: [7] },
    { cities: [''] },
    { cities: ['x'.repeat(101)] },
    { cities: Array(5001).fill('x') },
    { cityNames: [] },
    { cityNames: { lhr: 7 } },
    { cityNames: { lhr: '' } },
    { cityNames: { ['x'.repeat(101)]: 'Lahore' } },
    { cityNames: { lhr: 'x'.repeat(101) } },
    { cityNames: Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [n, 'x'])) },
    { statementColumns: [] },
    { statementColumns: { 'a b': 'Cash' } },
    { statementColumns: { cash: 7 } },
    { statementColumns: { cash: 'x'.repeat(101) } },
    { statementWords: ['delivered'] },
    { statementWords: { 'status x': 'sold' } },
    { statementWords: { ['x'.repeat(301)]: 'paid' } },
  ].map((part): [Row, string] => [{ courier: 'tcs', ...part }, 'invalid']),
])('invalid settings are refused, case %#', async (p, code, field) => {
  expect(await save(p)).toEqual({ ok: false, code, ...(field && { field }) })
  expect((await call(admin, 'admin_couriers', {})).body).toMatchObject({ couriers: [] })
})

async function save(p: Row) {
  return (await call(admin, 'admin_save_courier', { p })).body
}
