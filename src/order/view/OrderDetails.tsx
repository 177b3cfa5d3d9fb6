/* The parts of an order that several pages show. */
import type { ReactNode } from 'react'
import { CopyButton } from '#kit/form/CopyButton.tsx'
import { formatMoney } from '#kit/money.ts'
import { maskedFieldNames } from '../address/address.ts'
import { isErased, type Order, type OrderItem } from '../order.ts'
import { type OrderStatus, statusDefinition } from '../status.ts'
import { AddressLines } from './AddressLines.tsx'

/** Short facts about an order, each a name and a value. */
export function OrderFacts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 border-y border-line py-6 sm:grid-cols-3">
      {facts.map(([name, value]) => (
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
    <span className="flex flex-wrap items-center gap-x-3">
      <span>{id}</span>
      <span className="-my-[8px]">
        <CopyButton name="Order number" text={id}>
          Copy Order Number
        </CopyButton>
      </span>
    </span>
  )
}

/** The lines of an order, or of a cart, whose items have the same shape. */
export function OrderLines({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={`${item.id} ${item.size}`} className="grid grid-cols-[4rem_1fr] gap-4 print:block">
          <img
            src={item.image}
            alt=""
            width={64}
            height={80}
            className="rounded-sm bg-plate print:hidden"
          />
          <div className="min-w-0 break-words">
            <p className="font-medium">{item.name}</p>
            <p className="tabular-nums">
              {formatMoney(item.price)} x {item.quantity}
            </p>
            <p className="text-muted">
              Size: <bdi>{item.size}</bdi> · Quantity: {item.quantity}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

interface StatusBadgeProps {
  status: OrderStatus
  isSmall?: boolean
}

export function StatusBadge({ status, isSmall = false }: StatusBadgeProps) {
  const { label, badge } = statusDefinition(status)
  const size = isSmall ? 'px-2 text-xs leading-5' : 'px-3 py-1'
  return (
    <span className={`inline-block rounded-full border font-medium ${size} ${badge}`}>{label}</span>
  )
}

export function ShippingDetails({ order }: { order: Order }) {
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
