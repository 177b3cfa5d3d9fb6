import { describe, expect, test } from 'vitest'
import { anItem, anOrderRequest } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, setAge, book, addOrders, withoutTriggers, readsOf } = openDatabase()

const SUBJECT = 'SUBJECTA'

describe('rule 14.17: a row is marked', () => {
  test.each([
    ['the same phone within 24 hours', '24 hours', '', ['duplicate']],
    ['the same phone a second later than that', '24 hours 1 second', '', []],
    ['the same phone, cancelled, within 24 hours', '1 hour', 'cancelled', ['cancelled_before']],
    ['a phone that cancelled long ago', '2 years', 'cancelled', ['cancelled_before']],
    ['a phone whose order was cancelled as ordered twice', '1 hour', 'double', []],
    ['a phone whose parcel came back', '2 years', 'returned', ['returned_before']],
    ['a phone that refused a parcel', '2 years', 'refused', ['returned_before']],
    ['a phone with an order delivered', '2 years', 'delivered', []],
  ])('%s', async (_, age, end, marks) => {
    await place('EARLIERA', { phone: '+92 300 1234567' })
    await setAge(age, 'EARLIERA')
    const ends: Record<string, Row> = {
      double: { status: 'cancelled', endReason: 'double' },
      returned: { status: 'cancelled', outcome: 'returned' },
      refused: { status: 'cancelled', outcome: 'refused' },
    }
    if (end) await book('EARLIERA', ends[end] ?? { status: end })
    await place(SUBJECT, { phone: '0300-1234567' })
    expect((await row())?.['marks']).toEqual(marks)
    expect((await row('EARLIERA'))?.['marks']).toEqual(marks.filter((mark) => mark === 'duplicate'))
  })

  test('not by an order of another phone', async () => {
    await place('EARLIERA', { phone: '0300 1234568' })
    await sql("update public.orders set status = 'cancelled'")
    await place(SUBJECT)
    expect((await row())?.['marks']).toEqual([])
  })

  test.each([
    [10, []],
    [11, ['unusual_quantity']],
  ])('%i units', async (units, marks) => {
    await place(SUBJECT, {}, [anItem(0, units - 1), anItem(1, 1)])
    expect((await row())?.['marks']).toEqual(marks)
  })

  // Which phones are, is in src/order/phone.test.ts and, of both, in tests/parity/phone.test.ts.
  test('a phone that is no Pakistani mobile', async () => {
    await place(SUBJECT, { phone: '042 35761234' })
    expect((await row())?.['marks']).toEqual(['not_mobile'])
  })

  test('not once it is erased', async () => {
    await place('EARLIERA', { phone: '042 35761234' })
    await place(SUBJECT, { phone: '042 35761234' })
    await sql("update public.orders set status = 'cancelled'")
    await sql('select private.erase_orders(array(select id from public.orders))')
    expect((await row())?.['marks']).toEqual([])
  })
})

test.each(['pending', 'cancelled'])(
  'the marks of a page read hundreds of %s orders of one phone once, and not for each row, whatever the statistics say',
  async (status) => {
    await place(SUBJECT)
    const ids = await addOrders(300)
    await withoutTriggers('update public.orders set status = $1::public.order_status', [status])
    // As after a vacuum of the empty table.
    await sql(
      "update pg_class set reltuples = 0, relpages = 1 where oid = 'public.orders'::regclass",
    )
    let listed: Row[] = []
    const reads = await readsOf(async () => {
      listed = await sql('select marks from private.marks_of($1)', [ids.slice(-25)])
    })
    expect(reads).toBeLessThan(2 * ids.length)
    expect(listed.map(({ marks }) => marks)).toEqual(
      Array(25).fill([status === 'pending' ? 'duplicate' : 'cancelled_before']),
    )
  },
)

async function place(id: string, address: Row = {}, items = [anItem()]): Promise<void> {
  const shippingAddress = { ...goodAddress, ...address }
  const token = `token-of-the-order-${id}`
  const p = anOrderRequest({ id, token, shippingAddress }, items)
  expect((await call(anonymous, 'place_order', { p })).status).toBe(201)
}

async function row(id = SUBJECT): Promise<Row | undefined> {
  const { body } = await call(admin, 'admin_orders', { p: { search: id } })
  return (body['orders'] as Row[])[0]
}
