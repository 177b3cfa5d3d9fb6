import type { Page } from '@playwright/test'
import { openOrder, savedOrder } from './support/admin.ts'
import { orderIn, adminTest as test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

const BOOKING_CALL = '**/rest/v1/rpc/admin_book_order'
const ORDER_CALL = '**/rest/v1/rpc/admin_order'

test.describe('where a change is not saved', () => {
  test.use({
    expectedNoise:
      /Error (fetching orders|updating order status|updating tracking info)|Failed to load resource/,
  })

  test('C33 a lost connection is named, marked as not saved, and repaired by Retry', async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop)
    await openOrder(page, id)
    await page.route(BOOKING_CALL, (route) => route.abort())
    await changeBoth(page, 'TCS 9')
    await expect(page.getByText('There was a problem updating the order status')).toBeVisible()
    await expect(page.getByText('Update failed', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Status')).toHaveValue('shipped')
    await expect(page.getByText('The status and the tracking number are not saved.')).toBeVisible()
    expect((await savedOrder(shop, id)).status).toBe('pending')

    await page.unroute(BOOKING_CALL)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('are not saved.')).toBeHidden()
    expect(await savedOrder(shop, id)).toMatchObject({
      status: 'shipped',
      tracking_number: 'TCS 9',
    })
  })

  test('an order that could not load is not called unknown, and Retry loads it', async ({
    page,
    shop,
  }) => {
    const id = await orderIn(shop)
    await page.route(ORDER_CALL, (route) => route.abort())
    await page.goto(`/admin/orders/${id}`)
    await expect(page.getByText('The order could not be loaded.')).toBeVisible()
    await expect(page.getByText('Order not found')).toHaveCount(0)
    await page.unroute(ORDER_CALL)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible()
  })
})

async function changeBoth(page: Page, trackingNumber: string): Promise<void> {
  await page.getByLabel('Status').selectOption('Shipped')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page.getByLabel('Tracking Number').fill(trackingNumber)
  await page.getByRole('button', { name: 'Update Tracking' }).click()
}
