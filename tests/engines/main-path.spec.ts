import { ADDRESS_TABLE, REQUIRED_FIELDS } from '#order/address/address.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import {
  addedText,
  bestSellers,
  catalogue,
  foundText,
  otherProduct,
  price,
  rareProduct,
  rareWord,
} from '#tests/support/catalogue.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { randomPhone, test } from './customer.ts'

test('a customer finds, buys and follows a product, and the admin ships it', async ({
  customer,
  look,
}) => {
  const isPhone = look.width <= 768
  const name = `Ayesha ${randomLetters()}`

  await customer.open('/')
  await customer.see('50% OFF')
  await customer.screenshot('home')
  if (isPhone) {
    await customer.press('Menu')
    await customer.screenshot('menu')
  }
  await customer.press('Shop')

  await customer.see(foundText(catalogue))
  if (isPhone) await customer.press('Show Filters')
  await customer.press('Best Seller')
  await customer.see(foundText(bestSellers))
  await customer.seePath(/^\/products\?bestSeller=true$/)
  await customer.screenshot('filters')
  await customer.fill('Search', rareWord)
  await customer.see(foundText([rareProduct]))
  await customer.press('Clear All Filters')
  await customer.see(foundText(catalogue))

  await customer.open(otherProduct.path)
  await customer.screenshot('product')
  await customer.press('Increase quantity')
  await customer.press('Add to cart')
  await customer.see(addedText(otherProduct, 2))
  await customer.screenshot('added')

  // In the drawer, whose script is then loaded: Firefox reports one that is left while it loads.
  await customer.press('View Cart')
  await customer.seePath(/^\/cart$/)
  await customer.see(price(otherProduct, 2))
  await customer.screenshot('cart')
  await customer.press('Proceed to Checkout')

  await customer.seePath(/^\/checkout$/)
  await customer.press('Place Order')
  await customer.see('This field is required')
  await customer.seeLabelOfFocus()
  await customer.screenshot('checkout-errors')
  const address = { ...goodAddress, fullName: name, phone: randomPhone() }
  for (const field of REQUIRED_FIELDS)
    await customer.fill(ADDRESS_TABLE[field].label, address[field])
  await customer.screenshot('checkout-filled')
  await customer.press('Place Order')

  const path = await customer.seePath(/^\/order\/confirmation\/[A-Z]{8}$/)
  const id = path.slice(-8)
  await customer.see('Order Confirmed!')
  await customer.see('Order placed successfully!')
  await customer.see(name)
  await customer.screenshot('confirmation')
  // Back brings pages out of the back/forward cache, as they were left.
  await customer.back()
  await customer.seePath(/^\/cart$/)
  await customer.see('Your cart is empty')
  await customer.open(path)
  await customer.press('Track Your Order')
  await customer.see('Your order has been placed and is awaiting processing.')
  await customer.see('Your order is being prepared for shipment.')
  await customer.screenshot('tracking')

  // The login leads to the page that was asked for.
  await customer.open(`/admin/orders/${id}`, '/admin')
  await customer.fill('Username', 'admin')
  await customer.fill('Password', adminLogin.password)
  await customer.screenshot('login')
  await customer.press('Login')
  await customer.seePath(new RegExp(`^/admin/orders/${id}$`))
  await customer.see(name)
  await customer.open('/admin/dashboard')
  await customer.see('Total Orders')
  await customer.screenshot('dashboard')
  await customer.open('/admin/orders')
  await customer.fill('Search', name)
  // A search empties the selection.
  await customer.seePath(/^\/admin\/orders\?q=/)
  await customer.press(`Select order ${id}`)
  await customer.see('1 order selected')
  await customer.screenshot('bulk')
  await customer.press('Change')
  await customer.press('Update 1 order')
  await customer.press('Include 1 not confirmed')
  await customer.press('Ship 1 without a tracking number too')
  await customer.press('Ship 1 order')
  await customer.see('1 of 1 orders set to Shipped')
  await customer.screenshot('shipped')
  await customer.open(`/admin/orders/${id}`)
  await customer.see(name)
  await customer.screenshot('order')
})

test('the pages to read show their pictures', async ({ customer }) => {
  for (const path of ['', 'products', 'blog', 'blog/1', 'about', 'results']) {
    await customer.open(`/${path}`)
    await customer.seePictures()
    await customer.screenshot(`read-${path.replace('/', '-')}`)
  }
})

/** The admin finds this run's order by it. */
function randomLetters(): string {
  return Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.random() * 26)).join('')
}
