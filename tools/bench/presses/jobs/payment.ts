import { makeXlsx } from '#desk/files/xlsx.ts'
import type { Job } from '../run.ts'

const PARCELS = 40

/** PostEx pays 40 parcels, and the money is in the bank. */
export const job: Job = {
  name: 'One payment file, in the bank',
  aim: 4,
  async work({ page, shop, press, count, picture }) {
    await shop.sql(
      `select private.save_bookings(array(
        select row(order_id, 'shipped', 'postex', '2677' || order_id, outcome, end_reason, state)::private.bookings
        from private.bookings limit ${PARCELS}
      ))`,
    )
    const rows = await shop.sql(
      'select id, tracking_number as number, total from public.orders where tracking_number is not null',
    )
    await press(page.getByRole('link', { name: 'Money', exact: true }))
    const file = makeXlsx(
      [
        ['CPR No:', 'CPR-1001'],
        ['Order Ref Number', 'Tracking Number', 'Order Status', 'Settle', 'Invoice Payment'],
        ...rows.map(({ id, number, total }) => [
          ...[String(id), String(number), 'Delivered', 'Yes'],
          Number(total),
        ]),
      ],
      'Settlement',
    )
    await page.getByLabel('Import the courier’s file').setInputFiles({
      ...{ name: 'CPR-1001.xlsx', mimeType: 'application/octet-stream' },
      buffer: Buffer.from(file),
    })
    count(2)
    await press(page.getByRole('button', { name: 'Save, it is in my bank' }))
    await page.getByRole('checkbox', { name: 'In my bank', checked: true }).waitFor()
    await picture('money')
    const [row] = await shop.sql(
      'select count(*)::int as paid from private.parcels where paid = to_collect and paid > 0',
    )
    if (row?.['paid'] !== PARCELS) throw new Error(`${row?.['paid']} of ${PARCELS} are paid.`)
  },
}
