import { postJson } from '#tests/support/shop-server.ts'
import type { Desk } from '../desk.ts'
import type { Job } from '../run.ts'

const ORDERS = 43

/**
 * 43 orders to confirm: every customer is asked. 21 press their link, 22 reply in the chat: 11 by the time of the first
 * look, the others by that of the second one.
 */
export const job: Job = {
  name: '43 orders confirmed, half of the replies by link',
  aim: 56,
  async work(desk) {
    await confirmOthers(desk)
    const { page, press } = desk
    const line = page.getByRole('link', { name: /to confirm/ }).first()
    await line.waitFor()
    await desk.picture('dashboard')
    await press(line)
    await page.getByRole('article', { name: /^Order / }).waitFor()
    await page.getByRole('link', { name: /^WhatsApp/, disabled: false }).waitFor()
    await desk.picture('run')
    for (let nth = 0; nth < ORDERS; nth += 1) await ask(desk)
    await pressLinks(desk, 21)
    const waiting = page.getByRole('region', { name: /Waiting for a reply/ })
    await waiting.getByText('(22)').waitFor()
    for (let left = 22; left > 11; left -= 1) {
      await press(waiting.getByRole('button', { name: /^Yes of/ }).first())
      await waiting.getByText(`(${left - 1})`).waitFor()
    }
    await press(waiting.getByRole('button', { name: 'Yes for all 11' }))
    await waiting.getByText('11 confirmed').waitFor()
    const [row] = await desk.shop.sql(
      "select count(distinct order_id)::int as confirmed from private.confirmation_attempts where act = 'yes'",
    )
    if (row?.['confirmed'] !== 60) throw new Error(`${row?.['confirmed']} of 60 are confirmed.`)
  },
}

/** Those that are none of the 43. */
async function confirmOthers({ shop, page }: Desk): Promise<void> {
  await shop.sql(
    `insert into private.confirmation_attempts (order_id, at, actor, act)
     select id, now(), 'customer', 'yes' from public.orders order by date desc offset ${ORDERS}`,
  )
  await page.reload()
}

async function ask({ page, press, chats }: Desk): Promise<void> {
  const article = page.getByRole('article', { name: /^Order / })
  const name = await article.getAttribute('aria-label')
  const before = chats.length
  await press(page.getByRole('link', { name: /^WhatsApp/ }))
  await page.locator(`article[aria-label="${name}"]`).waitFor({ state: 'detached' })
  while (chats.length === before)
    await page.waitForEvent('popup', { timeout: 1000 }).catch(() => {})
}

/** As customers do in their browsers. */
async function pressLinks({ shop, chats, page }: Desk, count: number): Promise<void> {
  for (const chat of chats.slice(0, count)) {
    const text = new URL(chat).searchParams.get('text') ?? ''
    const [, id, code] = /\/order\/tracking\/(\w{8})\S*#confirm=(\w+)/.exec(text) ?? []
    const response = await postJson(`${shop.url}/rest/v1/rpc/confirm_order`, { p: { id, code } })
    if (!response.ok) throw new Error(`A link was refused: ${await response.text()}`)
  }
  // The page looks again once it is shown.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
