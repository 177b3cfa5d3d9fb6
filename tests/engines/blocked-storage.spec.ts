import { ADDRESS_TABLE, REQUIRED_FIELDS } from '#order/address/address.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { product } from '#tests/support/catalogue.ts'
import { randomPhone, test } from './customer.ts'

// Firefox reports that it refuses the worker.
test.use({ expectedNoise: /Failed to register\/update a ServiceWorker/ })

test('an order is placed where cookies and site data are blocked', async ({ customer }) => {
  await customer.open(product.path)
  await customer.press('Shop Now')
  await customer.seePath(/^\/checkout/)
  const address = { ...goodAddress, phone: randomPhone() }
  for (const field of REQUIRED_FIELDS)
    await customer.fill(ADDRESS_TABLE[field].label, address[field])
  await customer.press('Place Order')
  await customer.seePath(/^\/order\/confirmation\/[A-Z]{8}/)
  await customer.see('Order Confirmed!')
})
