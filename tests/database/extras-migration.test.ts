/* Orders that had optional fields before they became a column of the order keep them, and their log. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { migrationFiles, openScratchDatabase } from '#tools/postgres/scratch-database.ts'

const files = migrationFiles()
const start = files.findIndex(({ pathname }) => pathname.endsWith('_extras_of_orders.sql'))

test('the migration moves them without a new version, and their log', async () => {
  const database = await openScratchDatabase(files.slice(0, start))
  try {
    const place = (p: object) => database.query('select public.place_order($1)', [p])
    const extras = { landmark: 'Behind the mosque', riderNote: 'Ring twice' }
    await place(anOrderRequest({ id: 'ABCDEFGH', extras }))
    await place(anOrderRequest({ id: 'ABCDEFGJ', token: 'another-token-of-a-checkout' }))
    await database.exec(`
      insert into private.order_audit (order_id, actor, before, after) values
        ('ABCDEFGH', 'admin', '{"landmark": null, "total": 5}', '{"landmark": "Behind the mosque", "total": 6}'),
        ('ABCDEFGH', 'admin', '{"advance": 0}', '{"advance": 1}')
    `)
    const versions = 'select id, version, tracking_history from public.orders order by id'
    const before = (await database.query(versions)).rows

    await database.exec('set role postgres')
    for (const file of files.slice(start)) await database.exec(readFileSync(file, 'utf8'))
    await database.exec('reset role')

    expect((await database.query(versions)).rows).toEqual(before)
    expect((await database.query('select extras from public.orders order by id')).rows).toEqual([
      { extras },
      { extras: {} },
    ])
    const log = 'select before, after from private.order_audit order by id'
    expect((await database.query(log)).rows).toEqual([
      {
        before: { total: 5, extras: {} },
        after: { total: 6, extras: { landmark: 'Behind the mosque' } },
      },
      { before: { advance: 0 }, after: { advance: 1 } },
    ])
  } finally {
    await database.close()
  }
}, 60_000)
