/* The run at the width of a phone: what comes of each contact, and what interrupts it (rules 21.2 and 21.3). */
import type { Locator, Page } from '@playwright/test'
import { logInAgain, savedOrder } from '../support/admin.ts'
import { type OwnShop, orderIn, ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible, ON_PHONE, setVisibility } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.use({
  viewport: { width: 360, height: 740 },
  expectedNoise: /Error (saving a press|fetching)|Failed to load resource/,
})

test('rules 21.2 and 21.22: each act takes at most four taps, and brings the next order', async ({
  page,
  shop,
}) => {
  const ids = (await ordersIn(shop, 7, phoneOf)).reverse()
  const [yes, unanswered, later, tomorrow, onHold, cancelled, changed] = ids
  await openRun(page, yes)
  const bar = (name: string) => page.getByRole('button', { name, exact: true })
  const four = [
    page.getByRole('link', { name: 'WhatsApp' }),
    ...['Yes', 'Later', 'Problem'].map(bar),
  ]
  for (const button of four) {
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740)
  }

  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  const choose = async (reason: string) => {
    taps += 1
    await dialog.getByLabel('Reason').selectOption(reason)
  }
  const nextIs = async (id: string | undefined) => {
    await isShown(page, id)
    expect(taps, `before ${id}`).toBeLessThanOrEqual(4)
    taps = 0
  }
  const dialog = page.getByRole('dialog')
  await tap(bar('Yes'))
  await nextIs(unanswered)
  await tap(bar('Later'))
  await tap(bar('No answer'))
  await nextIs(later)
  await tap(bar('Later'))
  await tap(bar('Later today'))
  await nextIs(tomorrow)
  await tap(bar('Later'))
  await tap(bar('Tomorrow'))

  await nextIs(onHold)
  await tap(bar('Problem'))
  await tap(bar('Hold'))
  await choose('The phone is wrong')
  await tap(dialog.getByRole('button', { name: 'Hold' }))

  await nextIs(cancelled)
  await tap(bar('Problem'))
  await expectAccessible(page, ON_PHONE)
  await tap(bar('Cancel Order'))
  await choose('Ordered twice')
  await tap(dialog.getByRole('button', { name: 'Cancel Order' }))

  // Changed, and confirmed as it is now.
  await nextIs(changed)
  await tap(bar('Problem'))
  await tap(page.getByRole('link', { name: 'Change', exact: true }))
  const correction = page.getByRole('form', { name: 'Correction' })
  await correction.getByLabel('Address').fill('7 New Street')
  await tap(correction.getByRole('button', { name: 'Save Correction' }))
  await isShown(page, changed)
  await expect(page.getByText('7 New Street')).toBeVisible()
  await tap(bar('Yes'))
  await expect(page.getByText('Nothing is left to ask here: 3 later')).toBeVisible()
  expect(taps).toBeLessThanOrEqual(4)

  expect(await attemptsIn(shop)).toEqual({
    [String(yes)]: 'yes',
    [String(unanswered)]: 'no_answer',
    [String(later)]: 'later',
    [String(tomorrow)]: 'tomorrow',
    [String(onHold)]: 'hold phone',
    [String(changed)]: 'yes',
  })
  expect((await savedOrder(shop, String(cancelled))).status).toBe('cancelled')
  expect(
    await shop.sql('select end_reason from private.order_details where order_id = $1', [cancelled]),
  ).toEqual([{ end_reason: 'double' }])
})

test('rules 21.3 and 21.49: WhatsApp brings the next order; back from the chat, a reply in mind confirms the customer who was asked, and no other; its own waits, and Undo brings it back', async ({
  page,
  context,
  shop,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }))
  const [second, first] = await ordersIn(shop, 2, phoneOf)
  await openRun(page, first)
  await page.getByRole('link', { name: 'WhatsApp' }).click()
  await isShown(page, second)
  await expect(page.getByRole('button', { name: 'Undo WhatsApp of Customer 0' })).toBeVisible()
  const yes = page.getByRole('button', { name: 'Yes', exact: true })
  await expect(yes).toBeEnabled()
  await expect(yes).toHaveText('YesCustomer 1')
  await yes.evaluate(async (button) => {
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    ;(button as HTMLElement).click()
  })
  await expect(yes).toBeEnabled()
  await isShown(page, second)
  const asked = page.getByRole('button', { name: 'Yes, Customer 0 wants it' })
  await asked.click()
  const undo = page.getByRole('button', { name: 'Undo Yes of Customer 0' })
  await expect(undo).toBeVisible()
  await expect(asked).toBeHidden()
  await isShown(page, second)
  expect(await attemptsIn(shop)).toEqual({ [String(first)]: 'asked, yes' })
  await undo.click()
  await expect(undo).toBeHidden()

  await page.reload()
  await isShown(page, second)
  await page.getByRole('link', { name: '1 waiting' }).click()
  const waiting = page.getByRole('region', { name: 'Waiting for a reply (1)' })
  await expect(waiting.getByRole('link')).toBeInViewport()

  // A reply in the chat is one press, which Undo takes back. Its row and the order on screen stay.
  const replied = waiting.getByRole('button', { name: `Yes of ${first}` })
  const none = page.getByRole('region', { name: 'Waiting for a reply', exact: true })
  await replied.click()
  await expect(none.getByText('Confirmed')).toBeVisible()
  await none.getByRole('button', { name: `Undo of ${first}` }).click()
  await expect(replied).toBeVisible()
  await isShown(page, second)

  await yes.click()
  await expect(page.getByText('Nothing is left to ask here: 1 waiting.')).toBeVisible()
  // The button that had it went with its order.
  await expect(page.locator('main :focus')).toBeVisible()
  await page.getByRole('button', { name: 'Undo Yes of Customer 1' }).click()
  await isShown(page, second)
  expect(await attemptsIn(shop)).toEqual({ [String(first)]: 'asked' })

  // A link that the customer presses needs no press here.
  await shop.sql(
    `insert into private.confirmation_attempts (order_id, at, actor, act) values ($1, now(), 'customer', 'yes')`,
    [first],
  )
  await setVisibility(page, 'visible')
  await expect(none.getByText('Not here now')).toBeVisible()
  await isShown(page, second)
})

test('rule 21.3: two devices have two orders, and one that sleeps loses its own', async ({
  page,
  browser,
  shop,
}) => {
  const [second, first] = await ordersIn(shop, 2, phoneOf)
  await openRun(page, first)
  const storageState = await page.context().storageState()
  for (const origin of storageState.origins) {
    origin.localStorage = origin.localStorage.filter(({ name }) => name !== 'zulf:admin-device')
  }
  const context = await browser.newContext({ storageState, baseURL: shop.url })
  const other = await context.newPage()
  await openRun(other, second)
  await other.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(other.getByText('Nothing is left to ask here: 1 on another device.')).toBeVisible()
  // Where the other device is not at hand any more, one press takes its order over.
  const elsewhere = other.getByRole('region', { name: 'On another device (1)' })
  await elsewhere.getByRole('button', { name: `Show here of ${first}` }).click()
  await isShown(other, first)
  await page.reload()
  await expect(page.getByText('Nothing is left to ask here: 1 on another device.')).toBeVisible()
  await shop.sql("update private.order_leases set ends_at = now() - interval '1 second'")
  await page.getByRole('button', { name: 'Look for more orders' }).click()
  await isShown(page, first)
  // What one device did meanwhile is said on the other.
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(page.getByText('All orders are confirmed.')).toBeVisible()
  await setVisibility(other, 'visible')
  await expect(other.getByText('Meanwhile: Confirmed.')).toBeVisible()
  await context.close()
})

test('rule 13.12: a session that ends in the run leads back to it, with what was typed', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop)
  await openRun(page, id)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Problem' }).click()
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await dialog.getByLabel('Reason').selectOption('Waits for an advance')
  await dialog.getByLabel('Note').fill('Sends it on Friday')
  await shop.sql('delete from auth.sessions')
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await logInAgain(page)
  await expect(page).toHaveURL(/\/admin\/orders\/run$/)
  await isShown(page, id)
  expect(await attemptsIn(shop)).toEqual({})
  await expect(dialog.getByLabel('Note')).toHaveValue('Sends it on Friday')
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(page.getByText('All orders are confirmed.')).toBeVisible()
  expect(await attemptsIn(shop)).toEqual({ [id]: 'hold payment' })
})

/** Phones of their own, so that none is marked. */
function phoneOf(nth: number) {
  return { phone: `0300 77${String(nth).padStart(5, '0')}`, fullName: `Customer ${nth}` }
}

async function openRun(page: Page, id: string | undefined): Promise<void> {
  await page.goto('/admin/orders/run')
  await isShown(page, id)
}

function isShown(page: Page, id: string | undefined): Promise<void> {
  return expect(page.getByRole('article', { name: `Order ${id}` })).toBeVisible()
}

/** By order: the act, and the reason of a hold. */
async function attemptsIn(shop: OwnShop): Promise<Record<string, string>> {
  const rows = await shop.sql(
    `select order_id as id, string_agg(concat_ws(' ', act, reason), ', ' order by at) as acts
     from private.confirmation_attempts group by order_id`,
  )
  return Object.fromEntries(rows.map(({ id, acts }) => [id, acts]))
}
