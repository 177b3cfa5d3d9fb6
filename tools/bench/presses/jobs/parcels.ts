/* Forty confirmed orders are sent, printed, numbered and shipped. */
import type { Desk } from '../desk.ts'
import type { Job } from '../run.ts'

const PARCELS = 40

export const job: Job = {
  name: `${PARCELS} parcels from the dashboard to shipped, with slips, load sheet and file`,
  aim: 12,
  async work(desk) {
    const { page, shop, press, count } = desk
    await confirm(desk)
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await page.reload()
    await press(page.getByRole('link', { name: `${PARCELS} to pack` }))
    await page.getByRole('button', { name: new RegExp(`^Send ${PARCELS} with`) }).waitFor()
    await desk.picture('to-pack')
    const download = page.waitForEvent('download')
    await press(page.getByRole('button', { name: new RegExp(`^Send ${PARCELS} with`) }))
    const question = page.getByRole('dialog')
    await press(question.getByRole('button', { name: new RegExp(`^Send ${PARCELS} with`) }))
    await download
    await page.getByRole('button', { name: 'Print slips' }).waitFor()
    await desk.picture('batch')
    await press(page.getByRole('button', { name: 'Print slips' }))
    await press(page.locator('summary', { hasText: 'Printed' }))
    await press(page.getByRole('button', { name: 'Load sheet' }))
    const rows = page.getByRole('list', { name: 'Orders of these parcels' })
    const ids = await rows.getByRole('link').allInnerTexts()
    await press(page.getByRole('button', { name: 'Paste numbers' }))
    const numbers = ids.map((id, nth) => `${id}\tPX-1000${String(nth).padStart(3, '0')}`)
    await page.getByLabel('Paste what the courier’s page or file shows').fill(numbers.join('\n'))
    // A long press and "Paste", by which they are matched.
    count(2)
    await page.getByRole('button', { name: 'Match the Numbers' }).click()
    await press(page.getByRole('button', { name: `Save and ship ${PARCELS}` }))
    await page.getByText(`${PARCELS} to tell`).waitFor()
    const [{ shipped } = {}] = await shop.sql(
      "select count(*)::integer as shipped from public.orders where status = 'shipped'",
    )
    if (shipped !== PARCELS) throw new Error(`${shipped} are shipped.`)
  },
}

/** As the run leaves them. */
async function confirm({ shop }: Desk): Promise<void> {
  await shop.sql(
    `insert into private.confirmation_attempts (order_id, at, actor, act)
     select id, now(), 'admin', 'yes' from public.orders order by date limit ${PARCELS}`,
  )
}
