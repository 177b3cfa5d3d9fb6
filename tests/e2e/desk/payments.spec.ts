/* A courier's file from the import to the bank and back (rules 22.40 to 22.43). */
import type { Page } from '@playwright/test'
import { formatSum } from '#config/currency.ts'
import { savedOrder, setState } from '../support/admin.ts'
import { holdFirst } from '../support/network.ts'
import { ordersIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import {
  CASH,
  importFile,
  numberOf,
  parcelsIn,
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

  test('rules 22.40 to 22.43: a file is looked at, saved, in the bank, undone, and saved again', async ({
    page,
    shop,
  }) => {
    const ids = await parcelsIn(shop, 4)
    const [first = '', second = '', third = '', fourth = ''] = ids
    const file = paymentFile('CPR-1', [
      { id: first },
      { id: second, cash: CASH - 9 },
      { id: third, status: 'Attempted', isPaid: false },
      { id: fourth, status: 'Gone Fishing', isPaid: false },
      { id: 'ZZZZZZZZ' },
    ])
    await preview(page, file)
    await expect(
      page.getByText(`What does “Gone Fishing” mean? It stands in row 7 ${fourth}`),
    ).toBeVisible()
    await expect(
      page.getByText('No order of the shop has this order id or tracking number.'),
    ).toBeVisible()
    await expect(page.getByText(`The amount to collect was Rs ${CASH}.00.`)).toBeVisible()
    // One row: the link of another would lie half under the bar at the foot.
    await page.getByRole('button', { name: 'Unchanged 1' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unknown 1' }).click()
    await expect(rowsOf(page)).toHaveCount(1)
    expect(await savedMoney(shop)).toEqual(NOTHING)
    const cash = (2 * CASH - 9) * 100
    const figures = [
      `Customers paid${formatSum(cash)}`,
      `Couriers kept${formatSum(2 * 226_20)}`,
      `Comes to your bank${formatSum(cash - 2 * 226_20)}`,
    ]
    const isPaid = page.getByRole('list', { name: 'What is paid' }).getByRole('listitem')
    await expect(isPaid).toHaveText(figures)
    await page.getByRole('button', { name: 'All rows 5' }).click()
    const firstRow = rowsOf(page).first()
    await expect(firstRow).toContainText(formatSum(CASH * 100 - 226_20))
    await expect(firstRow).toContainText(`Customer paid Rs ${CASH}.00 · courier kept Rs 226.20`)

    await saveAsItIs(page, 'CPR-1.xlsx', 'Save 3 rows')
    await expect(isPaid).toHaveText(figures)
    await expect(
      page.getByText(
        'Saved: CPR-1.xlsx. 2 delivered, 1 not delivered, money of 2 parcels, unchanged: 1, unknown: 1.',
      ),
    ).toBeVisible()
    const saved = { cash, fees: -2 * 226_20, lines: 6, statements: 1 }
    expect(await savedMoney(shop)).toEqual(saved)
    expect(await savedStates(shop, ids)).toEqual([
      ...['delivered', 'delivered', 'attempt_failed', 'handed_over'],
    ])

    const inBank = page.getByRole('checkbox', { name: 'In my bank' })
    await inBank.click()
    await expect(inBank).toBeChecked()
    const came = formatSum(cash - 2 * 226_20)
    const inBankFigures = [...figures.slice(0, 2), `In your bank${came}`]
    await expect(isPaid).toHaveText(inBankFigures)
    await expect(page.getByRole('list', { name: 'Payments, newest first' })).toContainText(came)

    await page.getByRole('link', { name: 'Open it' }).click()
    await expect(page.getByRole('list', { name: 'Parcels of the payment' })).toContainText(
      `Rs ${CASH - 9}.00 of Rs ${CASH}.00 paid in all`,
    )
    await expect(isPaid).toHaveText(inBankFigures)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: 'Undo it' }).click()
    await expect(page.getByText('Its money counts nowhere.')).toBeVisible()
    expect(await savedMoney(shop)).toEqual(NOTHING)
    expect(new Set(await savedStates(shop, ids))).toEqual(new Set(['handed_over']))
    await page.getByRole('link', { name: 'All payments' }).click()
    const undone = page.getByRole('list', { name: 'Payments, newest first' })
    await expect(undone).toContainText('CPR-1 · undone')
    await expect(undone).not.toContainText('States or numbers')

    await preview(page, file)
    await saveAsItIs(page, 'CPR-1.xlsx', 'Save 3 rows')
    await expect(page.getByText('Saved: CPR-1.xlsx.')).toBeVisible()
    expect(await savedMoney(shop)).toEqual(saved)

    // Under another name it is the same.
    await page.getByRole('button', { name: 'Import another file' }).click()
    await importFile(page, { ...file, name: 'again.xlsx' })
    await expect(page.getByText('again.xlsx was saved before: it is')).toBeVisible()
    await page.getByRole('alert').getByRole('link', { name: 'this payment' }).click()
    await expect(page.getByRole('heading', { name: 'PostEx: payment' })).toBeVisible()
    expect(await savedMoney(shop)).toEqual(saved)
  })
})

test('rule 16.23: Today leads to the payments without their tick, and one that is ticked there keeps its place', async ({
  page,
  shop,
}) => {
  const [id = ''] = await parcelsIn(shop, 1)
  await preview(page, paymentFile('CPR-5', [{ id }]))
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(page.getByText('Saved: CPR-5.xlsx.')).toBeVisible()
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
  await expectAccessible(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Nothing to do now.')).toBeVisible()
  await expect(page.getByText('not ticked')).toHaveCount(0)
  await page.goto('/admin/money?bank=not')
  await expect(page.getByText('All are ticked.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all payments' }).click()
  await expect(row).toContainText('CPR-5')
})

test.describe('with rows that cannot be read', () => {
  test.use({ expectedNoise: /status of 409/ })

  test('rules 22.41 and 22.42: they are asked about, and the corrected file takes the place', async ({
    page,
    shop,
  }) => {
    const [first = '', second = ''] = await parcelsIn(shop, 2)
    const broken = paymentFile('CPR-3', [{ id: first }, { id: second, cash: '799 or 977' }])
    await preview(page, broken)
    await expect(page.getByText('1 row could not be read and would be left out:')).toBeVisible()
    await expectAccessible(page)
    const save = page.getByRole('button', { name: 'Save 1 row' })
    await save.click()
    const dialog = page.getByRole('dialog', { name: 'Save CPR-3.xlsx as it is read?' })
    await expect(dialog).toContainText('Row 5: “799 or 977” in')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    expect(await savedMoney(shop)).toEqual(NOTHING)
    await save.click()
    await dialog.getByRole('button', { name: 'Save 1 row' }).click()
    await expect(page.getByText('Saved: CPR-3.xlsx. 1 delivered, money of 1 parcel.')).toBeVisible()
    await expect(page.getByText('Left out: Row 5:')).toBeVisible()

    await page.getByRole('button', { name: 'Import another file' }).click()
    const corrected = paymentFile('CPR-3', [{ id: first }, { id: second, cash: 977 }])
    await importFile(page, corrected)
    await page.getByRole('button', { name: 'Put it in its place' }).click()
    await expect(page.getByText('which is undone. Nothing is saved yet.')).toBeVisible()
    await save.click()
    await expect(dialog).toContainText('The payment that is undone comes to')
    await dialog.getByRole('button', { name: 'Save 1 row' }).click()
    await expect(
      page.getByText('Saved: CPR-3.xlsx. 1 delivered, money of 1 parcel, unchanged: 1.'),
    ).toBeVisible()
    expect(await savedMoney(shop)).toMatchObject({ cash: (CASH + 977) * 100, statements: 1 })
  })
})

test('rules 22.40, 22.41 and 22.56: a file that is chosen before the couriers are loaded is read after that; a column that is not known is asked for once, and whether it is net', async ({
  page,
  shop,
}) => {
  const [first = '', second = ''] = await parcelsIn(shop, 2, 'leopards')
  const csv = (id: string, cash: number) => ({
    name: `${id}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Parcel code,Rider paid\n${numberOf(id)},${cash}\n`),
  })
  const release = await holdFirst(page, '**/rest/v1/rpc/admin_couriers')
  await page.goto('/admin/money')
  await importFile(page, csv(first, CASH))
  await expect(page.getByText(`Reading ${first}.csv...`)).toBeVisible()
  release()
  const form = page.getByRole('form', { name: 'Columns of the file' })
  await form.getByLabel('Tracking number').selectOption({ value: 'Parcel code' })
  await form.getByLabel('Cash that is paid').selectOption({ value: 'Rider paid' })
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(page.getByText(`Saved: ${first}.csv.`)).toBeVisible()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await importFile(page, csv(second, CASH - 300))
  await expect(page.getByText('The row is Rs 300.00 less than the order')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, after its fees' }).click()
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(page.getByText(`Saved: ${second}.csv.`)).toBeVisible()
  expect(await savedMoney(shop)).toMatchObject({ cash: 2 * CASH * 100, fees: -300_00 })
})

test('rule 22.55: a file of numbers under any headers numbers the parcels that wait for them, and is no payment', async ({
  page,
  shop,
}) => {
  const ids = await ordersIn(shop, 2)
  for (const id of ids) await setState(shop, id, { courier: 'tcs' })
  const lines = ids.map((id, nth) => `${id},779000000${nth},${CASH}`)
  await page.goto('/admin/money')
  await importFile(page, {
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['My parcel,Their code,COD', ...lines].join('\n')),
  })
  const form = page.getByRole('form', { name: 'Columns of the file' })
  await form.getByLabel('Order ID').selectOption({ value: 'My parcel' })
  await form.getByLabel('Tracking number').selectOption({ value: 'Their code' })
  await form.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByText('2 parcels get their numbers from this file.')).toBeVisible()
  await page.getByRole('button', { name: 'Save 2 rows' }).click()
  await expect(page.getByText('Saved: numbers.csv. 2 tracking numbers.')).toBeVisible()
  for (const [nth, id] of ids.entries())
    expect(await savedOrder(shop, id)).toMatchObject({ tracking_number: `779000000${nth}` })
  expect((await savedMoney(shop)).lines).toBe(0)
  // The result goes with the page, and the file stays in the list.
  await page.reload()
  await expect(page.getByText('Saved: numbers.csv.')).toBeHidden()
  await page.getByRole('button', { name: /^Undo file/ }).click()
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect(page.getByText(/^The file of [A-Z][a-z]+ \d+ from TCS is undone/)).toBeVisible()
  expect(await savedOrder(shop, String(ids[0]))).toMatchObject({ tracking_number: null })
})

async function preview(page: Page, file: ReturnType<typeof paymentFile>): Promise<void> {
  await page.goto('/admin/money')
  await importFile(page, file)
  await expect(rowsOf(page).first()).toBeVisible()
}

function rowsOf(page: Page) {
  return page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
}

/** Presses the button on the page, and once more in the dialog that names what is left out. */
async function saveAsItIs(page: Page, file: string, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: `Save ${file} as it is read?` })
  await dialog.getByRole('button', { name: button }).click()
}
