import { isErased, type Order } from '#order/order.ts'
import { LoadedForm } from '#shop/my-order/forms/LoadedForm.tsx'
import { useOrder } from '#shop/my-order/page/OrderProvider.tsx'

/** Whether the page of an order first asks for its phone. */
export function asksForPhone(order: Order): boolean {
  return order.masked && !isErased(order)
}

/** Asks a masked page's reader for the phone, and shows the order in place (docs/product.md, rule 7.55). */
export function ShowMyOrder({ order }: { order: Order }) {
  const { setOrder } = useOrder()
  if (!asksForPhone(order)) return null
  return (
    <LoadedForm orderId={order.id}>
      {({ PhoneForm }) => (
        <PhoneForm
          orderId={order.id}
          onFound={(found) => setOrder(found, 'Your order is shown in full.')}
        />
      )}
    </LoadedForm>
  )
}
