import { useState } from 'react'
import { DataTable } from '#admin/kit/DataTable.tsx'
import { TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { currencyNote } from '#config/currency.ts'
import { formatMoney } from '#kit/money.ts'
import { sumsAfterTotal } from '#order/cash.ts'
import { type Order, type OrderItem, paymentMethodName } from '#order/order.ts'
import { lineKey } from '#order/order-lines.ts'
import { priceSums } from '#order/sums.ts'
import { Sums } from '#order/view/Sums.tsx'

/** The lines of the order, its totals and its payment method. */
export function LinesWithPrices({ order }: { order: Order }) {
  const paid = sumsAfterTotal(order)
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="mb-3 text-h3">
        Items
      </h2>
      <DataTable
        caption="Items of the order"
        keyOf={lineKey}
        rows={order.items}
        narrow={({ name, image, size, quantity, price }) => (
          <TwoLineRow
            start={<ItemImage src={image} />}
            title={<span className="font-medium">{name}</span>}
            titleLines="all"
            figure={formatMoney(price * quantity)}
          >
            {size} · {formatMoney(price)} × {quantity}
          </TwoLineRow>
        )}
        columns={[
          { name: 'Product', show: (item) => <Product item={item} /> },
          { name: 'Size', show: ({ size }) => size },
          { name: 'Quantity', show: ({ quantity }) => quantity, isNumber: true },
          { name: 'Price', show: ({ price }) => formatMoney(price), isNumber: true },
          {
            name: 'Total',
            show: ({ price, quantity }) => formatMoney(price * quantity),
            isNumber: true,
          },
        ]}
      />
      <div className="mt-6 ms-auto max-w-sm">
        <Sums sums={priceSums(order)} note={currencyNote} />
        {paid.length > 0 && (
          <div className="mt-3">
            <Sums sums={paid} />
          </div>
        )}
        <dl className="mt-3 flex flex-wrap justify-between gap-x-4">
          <dt>Payment Method</dt>
          <dd>{paymentMethodName(order.paymentMethod)}</dd>
        </dl>
      </div>
    </section>
  )
}

function Product({ item }: { item: OrderItem }) {
  return (
    <div className="flex items-center gap-3">
      <ItemImage src={item.image} />
      <span className="min-w-0 font-medium">{item.name}</span>
    </div>
  )
}

const IMAGE = { width: 52, height: 64, className: 'shrink-0 rounded-sm bg-plate' }

/** The product's image, or a placeholder where there is none or it does not load. */
function ItemImage({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken || !src) return <Placeholder />
  return <img src={src} alt="" {...IMAGE} onError={() => setBroken(true)} />
}

/** The arch of the brand, in the colours of the plate behind images. */
function Placeholder() {
  return (
    <svg viewBox="0 0 52 64" aria-hidden="true" {...IMAGE}>
      <path
        d="M12 54V32c0-11 6-13 10-15 2-1 3-3 4-6 1 3 2 5 4 6 4 2 10 4 10 15v22Z"
        fill="#c9b998"
      />
    </svg>
  )
}
