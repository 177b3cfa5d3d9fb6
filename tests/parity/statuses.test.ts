/* What each status means, in the browser and in the database. */
import { expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus, STATUS_TABLE } from '#order/status.ts'
import { openDatabase } from '../support/database.ts'

const { sql } = openDatabase()

interface Meaning {
  status: OrderStatus
  isOpen: boolean
  isOnItsWay: boolean
  isFinal: boolean
}

test('both have the same statuses in the same order, and call the same ones open, on their way and final', async () => {
  const inDatabase = await sql<Meaning>(`
    select status, private.is_open(status) as "isOpen", private.is_final(status) as "isFinal",
      not private.is_open(status) and not private.is_final(status) as "isOnItsWay"
    from unnest(enum_range(null::public.order_status)) as status`)
  const inBrowser = ORDER_STATUSES.map((status): Meaning => {
    const { isOpen, isOnItsWay, isFinal } = STATUS_TABLE[status]
    return { status, isOpen, isOnItsWay, isFinal }
  })
  expect(inBrowser).toEqual(inDatabase)
})

test('the database lists as open what it calls open', async () => {
  const [row] = await sql(`
    select private.open_statuses() as listed, array(
      select status from unnest(enum_range(null::public.order_status)) as status where private.is_open(status)
    ) as called`)
  expect(row?.['listed']).toEqual(row?.['called'])
})

test('an order cannot be open and final', async () => {
  expect(
    await sql(`
      select status from unnest(enum_range(null::public.order_status)) as status
      where private.is_open(status) and private.is_final(status)`),
  ).toEqual([])
})
