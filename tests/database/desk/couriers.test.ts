import { expect, test } from 'vitest'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { call } = openDatabase()

const column = { header: 'Consignee Name', field: 'fullName', text: '' }

test('rule 15.8: what is saved for a courier is read again, cleaned; what is not given stays', async () => {
  const columns = [column, { header: ' Pieces\u202e ', field: 'text', text: ' 1 ' }]
  expect(await save({ courier: 'tcs', columns })).toEqual({ ok: true })
  const cities = ['Lahore', ' Karachi ', 'Lahore', '  ', 'کراچی']
  await save({ courier: 'tcs', cities, cityNames: { ' LHR': 'Lahore', '': 'X', khi: ' ' } })
  await save({ courier: 'leopards', statementColumns: { cash: ' Net COD ', net: '' } })
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
        columns: [column, { header: 'Pieces', field: 'text', text: '1' }],
        cities: ['Lahore', 'Karachi', 'کراچی'],
        cityNames: { lhr: 'Lahore' },
        statementColumns: {},
      },
    ],
  })
})

test('rule 17.15: the largest settings are saved', async () => {
  const cities = Array.from({ length: 5000 }, (_, nth) => `${nth}${'ک'.repeat(96)}`)
  const cityNames = Object.fromEntries(cities.map((city) => [city, city]))
  const columns = Array(60).fill(column)
  expect(await save({ courier: 'tcs', columns, cities, cityNames })).toEqual({ ok: true })
})

test.each<[Row, string, string]>([
  [{ courier: 'T C S' }, 'courier_invalid', 'courier'],
  [{}, 'courier_invalid', 'courier'],
  [{ courier: 'pigeons' }, 'courier_invalid', 'courier'],
  [{ courier: 'tcs', rate: 1 }, 'unknown_field', 'rate'],
  [{ courier: 'tcs', columns: {} }, 'bad_field', 'columns'],
  [{ courier: 'tcs', columns: ['Name'] }, 'bad_field', 'columns'],
  [{ courier: 'tcs', columns: [{ ...column, width: 2 }] }, 'bad_field', 'columns'],
  [{ courier: 'tcs', columns: [{ ...column, field: 'a b' }] }, 'bad_field', 'columns'],
  [{ courier: 'tcs', columns: [{ ...column, header: 5 }] }, 'bad_field', 'columns'],
  [{ courier: 'tcs', columns: [{ ...column, header: ' ' }] }, 'required', 'columns'],
  [{ courier: 'tcs', columns: [{ ...column, text: 'x'.repeat(201) }] }, 'too_long', 'columns'],
  [{ courier: 'tcs', columns: Array(61).fill(column) }, 'too_many', 'columns'],
  [{ courier: 'tcs', cities: 'Lahore' }, 'bad_field', 'cities'],
  [{ courier: 'tcs', cities: [7] }, 'bad_field', 'cities'],
  [{ courier: 'tcs', cities: ['x'.repeat(101)] }, 'too_long', 'cities'],
  [{ courier: 'tcs', cities: Array(5001).fill('x') }, 'too_many', 'cities'],
  [{ courier: 'tcs', cityNames: [] }, 'bad_field', 'cityNames'],
  [{ courier: 'tcs', cityNames: { lhr: null } }, 'bad_field', 'cityNames'],
  [{ courier: 'tcs', cityNames: { ['x'.repeat(101)]: 'Lahore' } }, 'too_long', 'cityNames'],
  [{ courier: 'tcs', cityNames: { lhr: 'x'.repeat(1001) } }, 'too_long', 'cityNames'],
  [
    {
      courier: 'tcs',
      cityNames: Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [n, 'x'])),
    },
    'too_many',
    'cityNames',
  ],
  [{ courier: 'tcs', statementColumns: [] }, 'bad_field', 'statementColumns'],
  [{ courier: 'tcs', statementColumns: { 'a b': 'Cash' } }, 'bad_field', 'statementColumns'],
  [{ courier: 'tcs', statementColumns: { cash: 7 } }, 'bad_field', 'statementColumns'],
  [{ courier: 'tcs', statementColumns: { cash: 'x'.repeat(101) } }, 'too_long', 'statementColumns'],
  [{ courier: 'tcs', statementWords: ['delivered'] }, 'bad_field', 'statementWords'],
  [{ courier: 'tcs', statementWords: { 'status x': 'sold' } }, 'bad_field', 'statementWords'],
])('invalid settings are refused, case %#', async (p, code, field) => {
  expect(await save(p)).toEqual({ ok: false, code, field })
  expect((await call(admin, 'admin_couriers', {})).body).toMatchObject({ couriers: [] })
})

async function save(p: Row) {
  return (await call(admin, 'admin_save_courier', { p })).body
}
