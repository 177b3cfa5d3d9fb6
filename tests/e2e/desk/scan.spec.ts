/* Packing by scans (rules 21.40 and 21.41). Chromium's camera shows a film of a slip and its label. */
import { savedOrder, setState } from '../support/admin.ts'
import { writeCameraVideo } from '../support/camera-video.ts'
import { confirmAll, orderIn, adminTest as test } from '../support/own-shop.ts'
import { expectNoOverflow } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

// A machine without a speaker.
test.use({ expectedNoise: /AudioContext encountered an error/ })

test('rules 21.40 and 21.41: the camera reads a slip and its label, and the number is saved; where it is refused, that is said', async ({
  page,
  shop,
}) => {
  const id = await orderIn(shop, { fullName: 'Sana', quantity: 3 })
  await confirmAll(shop)
  await setState(shop, id, { courier: 'tcs' })
  writeCameraVideo([id, 'PX-1000001'])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/scan')
  const camera = page.getByRole('button', { name: 'Use the Camera' })
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      configurable: true,
      value: refuse,
    })
  })
  await camera.click()
  await expect(page.getByRole('alert').filter({ hasText: 'typing, works' })).toContainText(
    'The browser does not let this page use the camera.',
  )

  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'))
  await camera.click()
  const parcel = page.getByRole('article', { name: `Order ${id}` })
  await expect(parcel).toContainText('3 × ')
  await expect(page.getByRole('heading', { name: '1 scan done' })).toBeVisible()
  expect((await savedOrder(shop, id)).tracking_number).toBe('PX-1000001')
  await expectNoOverflow(page, [360])
  await page.getByRole('button', { name: 'Stop the Camera' }).click()
  await expect(page.getByLabel('What the camera sees')).toHaveCount(0)
})
