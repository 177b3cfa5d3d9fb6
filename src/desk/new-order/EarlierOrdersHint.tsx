import { useStore } from '@nanostores/react'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { ordersOfPhone } from '#admin/orders/orders-of-phone.ts'
import { formatDay } from '#kit/dates.ts'
import { statusName } from '#order/status.ts'
import { paths } from '#paths.ts'
import { type EarlierOrdersStore, orderOfToday } from './earlier-orders.store.ts'

/** Opens orders in a new tab, so that the call goes on in this one. */
export function EarlierOrdersHint({ store }: { store: EarlierOrdersStore }) {
  const view = useStore(store.$remote)
  return (
    <div role="status" className="grid gap-1 text-sm">
      {view.state === 'failed' && (
        <p className="text-muted">Earlier orders of this phone could not be looked up.</p>
      )}
      {view.state === 'ready' && <Found orders={view.value} />}
    </div>
  )
}

function Found({ orders }: { orders: OrderSummary[] }) {
  const [newest] = orders
  if (!newest) return null
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
            <NewTab href={paths.adminOrder(id)}>{id}</NewTab> ({statusName(status)},{' '}
            {formatDay(date)}),{' '}
          </span>
        ))}
        <NewTab href={ordersOfPhone(newest.phone)}>all of them</NewTab>
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
