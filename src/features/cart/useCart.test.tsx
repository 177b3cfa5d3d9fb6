import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderProvider } from '#features/orders/OrderProvider.tsx'
import { createOrderView } from '#features/orders/order-view.store.ts'
import { useOrders } from '#features/orders/useOrders.ts'
import { CartProvider } from './CartProvider.tsx'
import { useCart } from './useCart.ts'

function CartReader() {
  return useCart().cart.items.length
}

function OrderReader() {
  return useOrders().view.state
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
  const orders = createOrderView('ABCDEFGH')
  expect(
    renderToString(
      <OrderProvider orders={orders}>
        <OrderReader />
      </OrderProvider>,
    ),
  ).toBe('loading')
})
