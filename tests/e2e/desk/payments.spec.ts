/* A courier's file from the import to the bank and back (rules 22.40 to 22.43). */
import { formatSum } from '#config/currency.ts'
import { cash } from '#tests/support/statement-requests.ts'
import { savedOrder, setState } from '../support/admin.ts'
import { holdFirst } from '../support/network.ts'
import { ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import {
  CASH,
  importFile,
  numberOf,
  parcelsIn,
  payIn,
  paymentFile,
  savedMoney,
  savedStates,
  withoutMoney,
} from '../support/parcels.ts'
import { expect } from '../support/shop-test.ts'

test.beforeEach(({ shop }) => withoutMoney(shop))

const NOTHING = { cash: 0, fees: 0, lines: 0, statements: 0 }

test.describe('with a refused file', () => {
  // A file that is known is refused with a conflict.
  test.use({ expectedNoise: /status of 409/ })

  test('rules 22.40 to 22.43: a file is looked at and saved without what cannot be read, the corrected one takes its place, is in the bank, and undone again', async ({
    page,
    shop,
  }) => {
    const ids = await parcelsIn(shop, 5)
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids
    const fileWith = (cash: number | string) =>
      paymentFile('CPR-1', [
        { id: first },
        { id: second, cash: CASH - 9 },
        { id: third, status: 'Attempted', isPaid: false },
        { id: fourth, status: 'Gone Fishing', isPaid: false },
        { id: 'ZZZZZZZZ' },
        { id: fifth, cash },
      ])
    await page.goto('/admin/money')
    await importFile(page, fileWith('799 or 977'))
    await expect(
      page.getByText(`What does “Gone Fishing” mean? It stands in row 7 ${fourth}`),
    ).toBeVisible()
    await expect(
      page.getByText('No order of the shop has this order id or tracking number.'),
    ).toBeVisible()
    await expect(page.getByText(`The amount to collect was Rs ${CASH}.00.`)).toBeVisible()
    await expect(page.getByText('1 row could not be read and would be left out:')).toBeVisible()
    // One row: the link of another would lie half under the bar at the foot.
    await page.getByRole('button', { name: 'Unchanged 1' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unknown 1' }).click()
    const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'All rows 5' }).click()
    await expect(rows.first()).toContainText(formatSum(CASH * 100 - 226_20))
    await expect(rows.first()).toContainText(`Customer paid Rs ${CASH}.00 · courier kept Rs 226.20`)

    const save = (count: string) => page.getByRole('button', { name: `Save ${count}` })
    const dialog = page.getByRole('dialog', { name: 'Save CPR-1.xlsx as it is read?' })
    await save('3 rows').click()
    await expect(dialog).toContainText('Row 9: “799 or 977” in')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    expect(await savedMoney(shop)).toEqual(NOTHING)
    const figuresOf = (cash: number, parcels: number) => [
      `Customers paid${formatSum(cash * 100)}`,
      `Couriers kept${formatSum(parcels * 226_20)}`,
      `Comes to your bank${formatSum(cash * 100 - parcels * 226_20)}`,
    ]
    const isPaid = page.getByRole('list', { name: 'What is paid' }).getByRole('listitem')
    await expect(isPaid).toHaveText(figuresOf(2 * CASH - 9, 2))
    await save('3 rows').click()
    await dialog.getByRole('button', { name: 'Save 3 rows' }).click()
    await expect(
      page.getByText(
        'Saved: CPR-1.xlsx. 2 delivered, 1 not delivered, money of 2 parcels, 1 paid less than the amount to collect, unchanged: 1, unknown: 1.',
      ),
    ).toBeVisible()
    // One is not delivered.
    await expect(page.getByRole('main').getByRole('link', { name: 'Parcels' })).toBeVisible()
    await expect(page.getByText('Left out: Row 9:')).toBeVisible()
    await expect(isPaid).toHaveText(figuresOf(2 * CASH - 9, 2))
    const saved = { cash: (2 * CASH - 9) * 100, fees: -2 * 226_20, lines: 6, statements: 1 }
    const states = ['delivered', 'delivered', 'attempt_failed', 'handed_over', 'handed_over']
    expect(await savedMoney(shop)).toEqual(saved)
    expect(await savedStates(shop, ids)).toEqual(states)

    await page.getByRole('button', { name: 'Import another file' }).click()
    await importFile(page, fileWith(977))
    const known = page.getByRole('alert').filter({ hasText: 'CPR-1.xlsx was saved before: it is' })
    await expect(known.getByRole('link', { name: 'this payment' })).toBeVisible()
    await page.getByRole('button', { name: 'Put it in its place' }).click()
    await expect(page.getByText('which is undone. Nothing is saved yet.')).toBeVisible()
    await save('1 row').click()
    await expect(dialog).toContainText('The payment that is undone comes to')
    await dialog.getByRole('button', { name: 'Save 1 row' }).click()
    await expect(
      page.getByText(
        'Saved: CPR-1.xlsx. 1 delivered, money of 1 parcel, unchanged: 4, unknown: 1.',
      ),
    ).toBeVisible()
    const cash = 2 * CASH - 9 + 977
    expect(await savedMoney(shop)).toMatchObject({ cash: cash * 100, statements: 1 })

    const came = formatSum(cash * 100 - 3 * 226_20)
    await expect(page.getByRole('list', { name: 'Payments, newest first' })).toContainText(came)
    const inBank = page.getByRole('checkbox', { name: 'In my bank' }).first()
    await inBank.click()
    await expect(inBank).toBeChecked()
    const inBankFigures = [...figuresOf(cash, 3).slice(0, 2), `In your bank${came}`]
    await expect(isPaid).toHaveText(inBankFigures)

    await page.getByRole('link', { name: 'Open it' }).click()
    await expect(page.getByRole('list', { name: 'Parcels of the payment' })).toContainText(
      `Rs ${CASH - 9}.00 of Rs ${CASH}.00 paid in all`,
    )
    await expect(isPaid).toHaveText(inBankFigures)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: 'Undo it' }).click()
    await expect(page.getByText('Its money counts nowhere.')).toBeVisible()
    // What it replaced counts again.
    expect(await savedMoney(shop)).toEqual(saved)
    expect(await savedStates(shop, ids)).toEqual(states)
    await page.getByRole('link', { name: 'All payments' }).click()
    const undone = page.getByRole('list', { name: 'Payments, newest first' })
    await expect(undone).toContainText('CPR-1 · undone')
    await expect(undone).not.toContainText('States or numbers')
  })
})

test('rule 16.23: Today leads to the payments without their tick, and one that is ticked there keeps its place', async ({
  page,
  shop,
}) => {
  const [id = ''] = await parcelsIn(shop, 1)
  await payIn(shop, 'CPR-5', [{ reference: id, state: 'delivered', money: [cash(CASH * 100)] }])
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: '1 payment not ticked “In my bank”' }).click()
  await expect(page).toHaveURL(/\/admin\/money\?bank=not$/)
  const row = page.getByRole('list', { name: 'Payments, newest first' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  const inBank = row.getByRole('checkbox', { name: 'In my bank' })
  for (const isTicked of [true, false, true]) {
    await inBank.click()
    await expect(inBank).toBeChecked({ checked: isTicked })
    await expect(row).toContainText('CPR-5')
  }
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Nothing to do now.')).toBeVisible()
  await expect(page.getByText('not ticked')).toHaveCount(0)
  await page.goto('/admin/money?bank=not')
  await expect(page.getByText('All are ticked.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all payments' }).click()
  await expect(row).toContainText('CPR-5')

  // One that is saved as ticked is shown among all.
  const [other = ''] = await parcelsIn(shop, 1)
  await page.goBack()
  await expect(page.getByText('All are ticked.')).toBeVisible()
  await importFile(page, paymentFile('CPR-6', [{ id: other }]))
  await page.getByRole('button', { name: 'Save, it is in my bank' }).click()
  await expect(row).toHaveText([/CPR-6/, /CPR-5/])
  await expect(row.first().getByRole('checkbox', { name: 'In my bank' })).toBeChecked()
  await expect(page.getByText('Saved: CPR-6.xlsx.')).toBeVisible()
  await expect(page.getByText('Once the money is in your account')).toHaveCount(0)
})

test('rules 22.40, 22.41, 22.55 and 22.56: a file that is chosen before the couriers are loaded is read after that; columns that are not known are asked for once, and whether it is net; a file of numbers is no payment', async ({
  page,
  shop,
}) => {
  const [first = '', second = ''] = await parcelsIn(shop, 2, 'leopards')
  const waiting = await ordersIn(shop, 2)
  for (const id of waiting) await setState(shop, id, { courier: 'tcs' })
  const csv = (name: string, ...lines: string[]) => ({
    ...{ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) },
  })
  const payment = (id: string, cash: number) =>
    csv(id, 'Parcel code,Rider paid', `${numberOf(id)},${cash}`)
  const release = await holdFirst(page, '**/rest/v1/rpc/admin_couriers')
  await page.goto('/admin/money')
  await importFile(page, payment(first, CASH))
  await expect(page.getByText(`Reading ${first}.csv...`)).toBeVisible()
  release()
  const form = page.getByRole('form', { name: 'Columns of the file' })
  await form.getByLabel('Tracking number').selectOption({ value: 'Parcel code' })
  await form.getByLabel('Cash that is paid').selectOption({ value: 'Rider paid' })
  await expectAccessible(form)
  await form.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(page.getByText(`Saved: ${first}.csv.`)).toBeVisible()
  const another = page.getByRole('button', { name: 'Import another file' })
  await another.click()
  await importFile(page, payment(second, CASH - 300))
  await expect(page.getByText('The row is Rs 300.00 less than the order')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, after its fees' }).click()
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(page.getByText(`Saved: ${second}.csv.`)).toBeVisible()
  const paid = await savedMoney(shop)
  expect(paid).toMatchObject({ cash: 2 * CASH * 100, fees: -300_00 })

  // Numbers under any headers, for the parcels that wait for them.
  await another.click()
  const lines = waiting.map((id, nth) => `${id},779000000${nth},${CASH}`)
  await importFile(page, csv('numbers', 'My parcel,Their code,COD', ...lines))
  await form.getByLabel('Order ID').selectOption({ value: 'My parcel' })
  await form.getByLabel('Tracking number').selectOption({ value: 'Their code' })
  await form.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByText('2 tracking numbers', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save 2 rows' }).click()
  await expect(page.getByText('Saved: numbers.csv. 2 tracking numbers.')).toBeVisible()
  for (const [nth, id] of waiting.entries())
    expect(await savedOrder(shop, id)).toMatchObject({ tracking_number: `779000000${nth}` })
  expect((await savedMoney(shop)).lines).toBe(paid.lines)
  // The result goes, and the file stays in the list.
  await another.click()
  await page.getByRole('button', { name: /^Undo file/ }).click()
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect(page.getByText(/^The file of [A-Z][a-z]+ \d+ from TCS is undone/)).toBeVisible()
  expect(await savedOrder(shop, String(waiting[0]))).toMatchObject({ tracking_number: null })
})
