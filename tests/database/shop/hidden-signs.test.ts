/* Names that differ in signs that nobody sees are one customer, in orders that were saved before as well. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anOrderRequest } from '#tests/support/order-factories.ts'
import { migrationFiles } from '#tools/postgres/scratch-database.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { hasDesk, openDatabase } from '../../support/database.ts'

const { sql, place, runScript, withoutTriggers, act } = openDatabase()

const NAMES = ['Nida Qureshi', '\u200ENida Qureshi\u200F', 'Ni\u00ADda\u200B Qureshi']

const customers = () =>
  sql(`select key, full_name, order_count::integer, last_order_id, search_text from private.customers
       where phone = '${goodAddress.phone}' order by key`)

test('rules 4.2 and 16.2: names typed with such signs are one customer', async () => {
  for (const nth of NAMES.keys()) await placeAs(nth, NAMES[nth])
  expect(await customers()).toMatchObject([{ key: 'nida qureshi 3001234567', order_count: 3 }])
})

test.runIf(hasDesk)(
  'rule 16.2: the migration brings together who was several customers, and no others',
  async () => {
    for (const nth of NAMES.keys()) await placeAs(nth, `Nida Qureshi${nth}`)
    await placeAs(3, 'Nida Quraishi')
    for (const [nth, fullName] of ['Aysha Khan', 'Nida Qureshi0'].entries()) {
      const shippingAddress = { ...goodAddress, fullName }
      await act('correct', { id: 'NIDAQXX0', version: nth + 1, shippingAddress })
    }
    // As they were saved before.
    for (const [nth, name] of NAMES.entries()) {
      const old = `replace(%::text, 'Nida Qureshi${nth}', '${name}')::jsonb`
      await withoutTriggers(
        `update public.orders set shipping_address = ${old.replace('%', 'shipping_address')} where id = 'NIDAQXX${nth}'`,
      )
      await withoutTriggers(
        `update private.customers set full_name = '${name}', key = lower('${name}') || ' 3001234567'
       where full_name = 'Nida Qureshi${nth}'`,
      )
      await withoutTriggers(
        `update private.order_audit set before = replace(before::text, 'Nida Qureshi0', '${NAMES[1]}')::jsonb
       where order_id = 'NIDAQXX0'`,
      )
    }
    expect(await customers()).toHaveLength(4)

    const file = migrationFiles().find(({ pathname }) => pathname.endsWith('_hidden_signs.sql'))
    // Its functions are older than those of today.
    await runScript(
      readFileSync(file as URL, 'utf8').replace(/^[\s\S]*?(?=update public\.orders as o)/, ''),
    )

    expect(await customers()).toMatchObject([
      { key: 'nida quraishi 3001234567', full_name: 'Nida Quraishi', order_count: 1 },
      {
        key: 'nida qureshi 3001234567',
        full_name: 'Nida Qureshi',
        order_count: 3,
        last_order_id: 'NIDAQXX2',
        search_text: expect.stringContaining('nida.qureshi@customers.invalid'),
      },
    ])
    const logged = "select before #>> '{shippingAddress,fullName}' as name from private.order_audit"
    expect(await sql(`${logged} where before ? 'shippingAddress' order by id`)).toEqual([
      { name: 'Nida Qureshi' },
      { name: 'Aysha Khan' },
    ])
  },
)

function placeAs(nth: number, fullName = '') {
  const shippingAddress = { ...goodAddress, fullName }
  return place(
    anOrderRequest({
      id: `NIDAQXX${nth}`,
      token: `token-of-nida-qureshi-${nth}00`,
      shippingAddress,
    }),
  )
}
