/* The parts of an order that the confirmation and the tracking page share. */
import type { ReactNode } from 'react'
import { currencyNote } from '#config/currency.ts'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { formatMoney } from '#kit/money.ts'
import { CopyIcon } from '#kit/view/icons.tsx'
import { maskedFieldNames } from '#order/address/address.ts'
import { isErased, type Order } from '#order/order.ts'
import { lineKey } from '#order/order-lines.ts'
import { priceSums } from '#order/sums.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { Sums } from '#order/view/Sums.tsx'
import { paths } from '#paths.ts'
import { ReceiptSum } from './Receipt.tsx'

/** The number, and other short facts, each a name and a value. */
export function OrderFacts({ id, facts }: { id: string; facts: Record<string, string> }) {
  const all = { 'Order Number': <OrderNumber id={id} />, ...facts }
  return (
    <dl
      className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-8 gap-y-4 border-y border-line py-6"
      data-no-print
    >
      {Object.entries(all).map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function OrderNumber({ id }: { id: string }) {
  return (
    <span className="flex items-center">
      <span translate="no">{id}</span>
      <span className="-my-[10px]">
        <CopyButton name="Order number" text={id}>
          <span className="grid size-touch place-items-center">
            <CopyIcon />
            <span className="sr-only">Copy Order Number</span>
          </span>
        </CopyButton>
      </span>
    </span>
  )
}

/** Lines and sums. */
export function OrderItems({ order }: { order: Order }) {
  return (
    <>
      <OrderLines items={order.items} />
      <Sums sums={priceSums(order)} note={currencyNote} />
      <ReceiptSum order={order} />
    </>
  )
}

function OrderLines({ items }: Pick<Order, 'items'>) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={lineKey(item)} className="grid grid-cols-[4rem_1fr] gap-4 print:block">
          <img
            src={item.image}
            alt=""
            width={64}
            height={80}
            className="rounded-sm bg-plate print:hidden"
          />
          <div className="min-w-0 break-words">
            <p className="font-medium" translate="no">
              {item.name}
            </p>
            <p className="tabular-nums" translate="no">
              {formatMoney(item.price)} x {item.quantity}
            </p>
            <p className="text-muted">
              Size: <bdi translate="no">{item.size}</bdi> · Quantity:{' '}
              <span translate="no">{item.quantity}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface ShippingProps {
  order: Order
  /** The words of the link that leads to the forms. */
  change: string
  /** The heading. */
  children: ReactNode
}

/** The address below a heading, and the link that changes it. */
export function Shipping({ order, change, children }: ShippingProps) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {children}
        {order.mayChange && (
          <a href={paths.changeOrder(order.id)} className="touch-link -my-[12px]" data-no-print>
            {change}
          </a>
        )}
      </div>
      <ShippingDetails order={order} />
    </>
  )
}

function ShippingDetails({ order }: { order: Order }) {
  if (isErased(order)) {
    return <p className="text-muted">Name, address and phone of this order have been erased.</p>
  }
  return (
    <div className="grid gap-3">
      <AddressLines address={order.shippingAddress} className="*:first:font-medium" />
      {order.masked && (
        <p className="text-sm text-muted">
          {maskedFieldNames()} are hidden here. Your phone number shows them.
        </p>
      )}
    </div>
  )
}
