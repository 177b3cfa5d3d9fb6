/* Deliveries that failed, and what their customers read (rules 22.5, 22.49, 22.50 and 22.61). */
import { adminTest as test } from '../support/own-shop.ts'
import { moveParcel, numberOf, parcelsIn, savedStates, withoutMoney } from '../support/parcels.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(({ shop }) => withoutMoney(shop))

test('rules 22.5, 22.49 and 22.50: a failed delivery is told, handed on to the courier, and read by its customer', async ({
  context,
  page,
  shop,
}) => {
  const [id = ''] = await parcelsIn(shop, 1)
  await moveParcel(shop, id, 'attempt_failed', 'no_answer')

  await page.goto('/admin/parcels')
  await page.getByRole('link', { name: 'Not delivered 1' }).click()
  const row = page.getByRole('list', { name: 'Parcels, oldest first' })
  await expect(row).toContainText('No answer')
  // Rule 22.40: where the next status file goes.
  await expect(page.getByRole('link', { name: 'Import the courier’s file' })).toHaveAttribute(
    'href',
    '/admin/money',
  )
  await expect(row).toContainText('Today')
  const chat = row.getByRole('link', { name: `WhatsApp about ${id}` })
  expect(decodeURIComponent(String(await chat.getAttribute('href')))).toContain(
    'Us ne call ki, magar jawab nahi mila.',
  )
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }))
  await chat.click()
  await expect(row).toContainText('Customer told today')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.bringToFront()
  await row.getByRole('button', { name: `Copy for the courier about ${id}` }).click()
  await expect(page.getByText('Text for the courier copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `Please deliver ${numberOf(id)} again, and call before:`,
  )

  const customer = await context.newPage()
  await customer.goto(`/order/tracking/${id}`)
  await expect(
    customer.getByText('The rider came, and could not hand over your parcel.'),
  ).toBeVisible()

  // Rule 22.61: one press each, which Undo takes back. The row keeps its place and its height.
  const undo = row.getByRole('button', { name: 'Undo' })
  for (const [name, state] of [
    ['Try again', 'out_for_delivery'],
    ['Bring it back', 'returning'],
  ] as const) {
    const height = (await row.boundingBox())?.height
    await row.getByRole('button', { name: `${name} ${id}` }).dblclick()
    await expect(undo).toBeFocused()
    await expect(row).toContainText(`✓ ${name}`)
    expect(await savedStates(shop, [id])).toEqual([state])
    expect((await row.boundingBox())?.height).toBe(height)
    // Rule 22.49: the courier is told by the admin, also after the press.
    await expect(row).toContainText('Now tell the courier.')
    await expect(
      row.getByRole('button', { name: `Copy for the courier about ${id}` }),
    ).toBeVisible()
    await undo.click()
    await expect(row.getByRole('button', { name: `${name} ${id}` })).toBeVisible()
    expect(await savedStates(shop, [id])).toEqual(['attempt_failed'])
  }
})
