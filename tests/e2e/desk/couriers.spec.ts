import { savedOrder } from '../support/admin.ts'
import { orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

test.use({ expectedNoise: /status of 4(09|22)/ })

test.beforeEach(async ({ shop }) => {
  await shop.sql("delete from private.couriers where id = 'call-courier'")
  await shop.sql('delete from private.courier_settings')
})

test('rules 15.11, 21.29 and 22.29: a courier that an admin adds is booked, and her page links to its page; another gets its list of cities, and another meaning of a word', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop)
  await page.goto('/admin/settings#couriers')
  const couriers = page.getByRole('region', { name: 'Couriers', exact: true })
  await couriers.getByRole('button', { name: 'Add a courier' }).click()
  await couriers.getByLabel('Name of the courier').fill('Call Courier')
  const link = couriers.getByLabel('Tracking link')
  await link.fill('http://call.example/track')
  await couriers.getByRole('button', { name: 'Save Courier' }).click()
  await expect(link).toBeFocused()
  await expect(couriers.getByText('Write a link that begins with https://')).toBeVisible()
  await link.fill('https://call.example/track?cn={number}')
  await expectAccessible(couriers)
  await couriers.getByRole('button', { name: 'Save Courier' }).click()
  await expect(page.getByText('Call Courier is saved.')).toBeVisible()

  await page.goto(`/admin/orders/${id}`)
  const booking = page.getByRole('region', { name: 'Booking' })
  await booking.getByLabel('Courier').selectOption('Call Courier')
  await booking.getByLabel('Tracking Number').fill('CC 8')
  await booking.getByRole('button', { name: 'Update Tracking' }).click()
  await booking.getByRole('button', { name: 'Save all the same' }).click()
  await expect(page.getByText('The tracking number is now CC 8')).toBeVisible()
  await booking.getByLabel('Status').selectOption('Shipped')
  await booking.getByRole('button', { name: 'Update Status' }).click()
  await expect
    .poll(() => savedOrder(shop, id))
    .toMatchObject({ status: 'shipped', courier: 'call-courier' })

  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByRole('link', { name: 'Track parcel CC 8' })).toHaveAttribute(
    'href',
    'https://call.example/track?cn=CC%208',
  )
  await expect(page.getByText('Call Courier', { exact: true })).toBeVisible()

  await shop.sql(
    `insert into private.courier_settings (courier, statement_words, city_names)
     values ('postex', '{"status gone fishing": "delivered"}', '{"lhr": "LAHORE"}')`,
  )
  await page.goto('/admin/settings#couriers')
  await couriers.getByRole('button', { name: 'Hide Call Courier' }).click()
  await expect(couriers.getByText('Call Courier (hidden)')).toBeVisible()
  await couriers.getByRole('button', { name: 'Edit PostEx' }).click()
  const upload = (text: string) =>
    page
      .getByLabel('Choose its city list', { exact: true })
      .setInputFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload('City;Zone\r\nLAHORE;A\r\nMultan;B\r\n')
  await expect(page.getByText('cities.csv has 2 cities, from LAHORE to Multan.')).toBeVisible()
  // A file that is none changes nothing.
  await upload('Lahore\n"Multan')
  await expect(page.getByText('Row 2 has a quotation mark that does not close.')).toBeVisible()
  await expect(page.getByText('The city list has 2 names')).toBeVisible()
  // Nor is it said of another courier.
  await couriers.getByRole('button', { name: 'Edit TCS' }).click()
  await expect(page.getByText('There is no city list')).toBeVisible()
  await expect(page.getByText('a quotation mark that does not close')).toHaveCount(0)
  await couriers.getByRole('button', { name: 'Edit PostEx' }).click()

  await couriers.getByText('Names chosen for cities (1)').click()
  await couriers.getByRole('button', { name: 'Remove lhr' }).click()
  await expect(couriers.getByText('lhr → LAHORE')).toHaveCount(0)
  // What was opened is open again with the last name that comes back.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(couriers.getByText('lhr → LAHORE')).toBeVisible()

  await couriers.getByText('Words of its files (1)').click()
  await couriers.getByLabel('gone fishing').selectOption('Came back')
  await expect(page.getByText('The meaning is saved.')).toBeVisible()
  expect(
    await shop.sql("select statement_words from private.courier_settings where courier = 'postex'"),
  ).toEqual([{ statement_words: { 'status gone fishing': 'returned' } }])
  await expectAccessible(couriers)
})
