import { OrderTotals } from '#features/orders/OrderTotals.tsx'
import { type Order, type OrderItem, paymentMethodName } from '#features/orders/order.ts'
import { formatMoney } from '#shared/money.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { ItemPicture } from './ItemPicture.tsx'

/** What was ordered, and what it comes to. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="mb-3 text-h3">
        Items
      </h2>
      <DataTable
        caption="Items of the order"
        keyOf={({ id, size }) => `${id} ${size}`}
        rows={order.items}
        columns={[
          { name: 'Product', show: (item) => <Product item={item} /> },
          { name: 'Size', show: ({ size }) => size },
          { name: 'Quantity', show: ({ quantity }) => quantity, isNumber: true },
          { name: 'Price', show: ({ price }) => <Sum amount={price} />, isNumber: true },
          {
            name: 'Total',
            show: ({ price, quantity }) => <Sum amount={price * quantity} />,
            isNumber: true,
          },
        ]}
      />
      <div className="mt-6 ms-auto max-w-sm">
        <OrderTotals total={order.total} />
        <dl className="mt-3 flex justify-between gap-4">
          <dt>Payment Method</dt>
          <dd>{paymentMethodName(order.paymentMethod)}</dd>
        </dl>
      </div>
    </section>
  )
}

function Sum({ amount }: { amount: number }) {
  return <span className="whitespace-nowrap">{formatMoney(amount)}</span>
}

function Product({ item }: { item: OrderItem }) {
  return (
    <div className="flex items-center gap-3">
      <ItemPicture src={item.image} />
      <span className="min-w-0 font-medium">{item.name}</span>
    </div>
  )
}
