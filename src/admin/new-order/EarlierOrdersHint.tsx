import { useStore } from '@nanostores/react'
import type { OrderSummary } from '#admin/order/orders.ts'
import { formatDay } from '#kit/dates.ts'
import { type OrderStatus, statusName } from '#order/status.ts'
import { paths } from '#paths.ts'
import { type EarlierOrdersStore, orderOfToday } from './earlier-orders.store.ts'

/** Opens orders in a new tab, so that the call goes on in this one. */
export function EarlierOrdersHint({ store }: { store: EarlierOrdersStore }) {
  const earlier = useStore(store.$earlier)
  return (
    <div role="status" className="grid gap-1 text-sm">
      {earlier && !earlier.orders && (
        <p className="text-muted">Earlier orders of this phone could not be looked up.</p>
      )}
      {earlier?.orders && earlier.orders.length > 0 && (
        <Found phone={earlier.phone} orders={earlier.orders} />
      )}
    </div>
  )
}

function Found({ phone, orders }: { phone: string; orders: OrderSummary[] }) {
  const today = orderOfToday(orders, Date.now())
  return (
    <>
      {today && (
        <p className="font-semibold">Another order from this phone within a day: {today.id}.</p>
      )}
      <p>
        Earlier orders of this phone:{' '}
        {orders.map(({ id, status, date }) => (
          <span key={id}>
            <NewTab href={paths.adminOrder(id)}>{id}</NewTab> ({inWords(status, date)}){', '}
          </span>
        ))}
        <NewTab href={`${paths.adminOrders}?q=${encodeURIComponent(phone)}`}>all of them</NewTab>
      </p>
    </>
  )
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link">
      {children}
    </a>
  )
}

function inWords(status: OrderStatus, date: string): string {
  return `${statusName(status)}, ${formatDay(date)}`
}
