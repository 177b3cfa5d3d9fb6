/* Parcels in a shop of a test, and files as a courier sends them. Their figures are made up. */
import type { Page } from '@playwright/test'
import { makeXlsx } from '#desk/files/xlsx.ts'
import { aStatement, type Line } from '#tests/support/statement-requests.ts'
import { setState } from './admin.ts'
import { type OwnShop, orderIn } from './own-shop.ts'

/** Rupees: a unit of the first product. */
export const CASH = 799

export function numberOf(id: string): string {
  return `PX1000-${id}`
}

/** Ids of orders that a courier has. */
export async function parcelsIn(
  shop: OwnShop,
  count: number,
  courier = 'postex',
): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const id = await orderIn(shop, { fullName: `Customer ${nth + 1}` })
    await setState(shop, id, { status: 'shipped', courier, trackingNumber: numberOf(id) })
    ids.push(id)
  }
  return ids
}

/** What an admin says of the parcel of an order. */
export async function moveParcel(
  shop: OwnShop,
  id: string,
  state: string,
  reason?: string,
): Promise<void> {
  await shop.sql(
    `select private.move_parcels(array[private.admin_event(id, $2, $3)])
     from private.parcels where order_id = $1`,
    [id, state, reason],
  )
}

/** A payment of PostEx, as its file says it. */
export async function payIn(shop: OwnShop, number: string, lines: Line[]): Promise<void> {
  await shop.sql('select private.apply_row($1)', [JSON.stringify(aStatement(lines, { number }))])
}

/** Chooses a courier's file on the page of the money. */
export async function importFile(page: Page, file: FilePayload): Promise<void> {
  await page.getByLabel('Import the courier’s file').setInputFiles(file)
}

type FilePayload = ReturnType<typeof paymentFile>

/** Removes what a test left of payments and parcels. */
export async function withoutMoney(shop: OwnShop): Promise<void> {
  for (const table of [
    'payments',
    'money_lines',
    'parcel_events',
    'parcels',
    'statements',
    'courier_settings',
  ])
    await shop.sql(`delete from private.${table}`)
}

export interface PaidRow {
  id: string
  status?: string
  isPaid?: boolean
  /** A text is no amount. */
  cash?: number | string
}

/** In the shape of PostEx, with titles above its headers. */
export function paymentFile(
  number: string,
  rows: readonly PaidRow[],
): { name: string; mimeType: string; buffer: Buffer } {
  const cells = rows.map(({ id, status = 'Delivered', isPaid = true, cash = CASH }) => [
    ...[id, numberOf(id), status],
    ...(isPaid ? ['Yes', '20/11/2026'] : ['No', '']),
    ...[cash, isPaid ? 195 : 0, isPaid ? 31.2 : 0],
  ])
  const file = makeXlsx(
    [
      ['Settlement (made up for a test)'],
      ['CPR No:', number],
      ['Order Ref Number', 'Tracking Number', 'Order Status', 'Settle', 'Settlement Date'].concat([
        ...['Invoice Payment', 'Transaction Fee', 'Transaction Tax'],
      ]),
      ...cells,
    ],
    'Settlement',
  )
  return { name: `${number}.xlsx`, mimeType: 'application/octet-stream', buffer: Buffer.from(file) }
}

export interface MoneyTotals {
  cash: number
  fees: number
  lines: number
  statements: number
}

/** As plain SQL has it, in minor units. */
export async function savedMoney(shop: OwnShop): Promise<MoneyTotals> {
  const [row] = await shop.sql(`
    select
      coalesce(sum(amount) filter (where kind = 'cash'), 0)::float8 as cash,
      coalesce(sum(amount) filter (where kind <> 'cash'), 0)::float8 as fees,
      count(*)::int as lines,
      (select count(*)::int from private.statements where undone_at is null) as statements
    from private.money_lines`)
  return row as unknown as MoneyTotals
}

/** The state of the current parcel of each order. */
export async function savedStates(shop: OwnShop, ids: readonly string[]): Promise<string[]> {
  const rows = await shop.sql(
    `select state::text from private.parcels
     join unnest($1::text[]) with ordinality as asked (id, nth)
       on order_id = asked.id where is_current order by asked.nth`,
    [ids],
  )
  return rows.map((row) => String(row['state']))
}
