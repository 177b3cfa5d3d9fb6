/* A customer who wants to be told of the steps of her order. */
import { setStatus } from '../support/admin.ts'
import { orderOnDevice, adminTest as test } from '../support/own-shop.ts'
import { replacePushService } from '../support/push-service.ts'
import { expect } from '../support/shop-test.ts'

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/device'

test.use({ permissions: ['notifications'], serviceWorkers: 'allow' })

test('rule 24.9: one press on the order page asks to be told, one withdraws it, and before their program has run the page says that no notices are sent yet', async ({
  page,
  shop,
}) => {
  await replacePushService(page, ENDPOINT)
  // The shop of a test runs it every few seconds.
  await shop.sql('update private.notice_settings set vapid_public = null, vapid_private = null')
  await shop.sql(
    'alter table private.notice_settings add constraint runs check (vapid_public is null)',
  )
  const id = await orderOnDevice(page, shop)
  const devices = () =>
    shop.sql('select order_id, url from private.notice_targets where order_id = $1', [id])
  await page.goto(`/order/tracking/${id}`)
  await page.locator('summary', { hasText: 'Tell me when it’s sent' }).click()
  const tellMe = page.getByRole('button', { name: 'Tell Me', exact: true })
  await tellMe.click()
  await expect(page.getByText(/^We cannot send notices yet\./)).toBeVisible()
  await shop.sql('alter table private.notice_settings drop constraint runs')
  await shop.sql("update private.notice_settings set vapid_public = 'B', vapid_private = 'C'")
  await tellMe.click()
  await expect(page.getByText('We tell this device when it is sent')).toBeVisible()
  expect(await devices()).toEqual([{ order_id: id, url: ENDPOINT }])

  await page.reload()
  await page.locator('summary', { hasText: 'Tell me when it’s sent' }).click()
  await page.getByRole('button', { name: 'Tell Me No More' }).click()
  await expect(page.getByText('One notice when it is sent')).toBeVisible()
  expect(await devices()).toEqual([])

  await setStatus(shop, id, 'delivered')
  await page.reload()
  await expect(page.getByText(id).first()).toBeVisible()
  await expect(page.getByText('Tell me when')).toHaveCount(0)
})
