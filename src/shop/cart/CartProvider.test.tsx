import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderProvider, useOrder } from '#shop/my-order/page/OrderProvider.tsx'
import { createOrderStore } from '#shop/my-order/page/order.store.ts'
import { CartProvider, useCart } from './CartProvider.tsx'

function CartReader() {
  return useCart().cart.items.length
}

function OrderReader() {
  return useOrder().remote.state
}

test('the cart is used within its provider', () => {
  expect(() => renderToString(<CartReader />)).toThrow('useCart must be used within a CartProvider')
  expect(
    renderToString(
      <CartProvider>
        <CartReader />
      </CartProvider>,
    ),
  ).toBe('0')
})

test('orders are used within their provider', () => {
  expect(() => renderToString(<OrderReader />)).toThrow(
    'useOrders must be used within an OrderProvider',
  )
  expect(
    renderToString(
      <OrderProvider store={createOrderStore('ABCDEFGH')}>
        <OrderReader />
      </OrderProvider>,
    ),
  ).toBe('loading')
})
