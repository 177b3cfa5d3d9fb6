/* The orders that were placed on this device, newest first. */
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { formatDay } from '#kit/dates.ts'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { ENDING_WORDS } from '#order/texts/order-words.ts'
import { StatusBadge } from '#order/view/StatusBadge.tsx'
import { paths } from '#paths.ts'
import { CurrencyNote } from '#product/CurrencyNote.tsx'
import { createOwnOrders, type OwnOrdersStore } from './own-orders.store.ts'

export const OwnOrders = island(OwnOrderList, () => createOwnOrders())

/** Rows have their height before the status is known, so that nothing moves. */
function OwnOrderList({ store }: { store: OwnOrdersStore }) {
  const own = useStore(store.$own)
  const isLoaded = own.state === 'ready'
  const orders = isLoaded ? own.value : store.ids.map((id) => ({ id, order: undefined }))
  if (orders.length === 0) return null
  return (
    <Listed>
      {orders.map(({ id, order }) => (
        <li key={id} className="pb-2">
          <p className="flex flex-wrap items-center justify-between gap-x-4">
            <a href={paths.tracking(id)} className={ID} translate="no">
              {id}
            </a>
            {order?.joined ? (
              <span>{ENDING_WORDS.joined.title}</span>
            ) : (
              order && <StatusBadge status={order.status} />
            )}
          </p>
          <p className="min-h-[1lh] text-muted">
            {order && (
              <span>
                <span>{formatDay(order.date)}</span> ·{' '}
                <span translate="no">{formatMoney(order.total)}</span>
              </span>
            )}
            {isLoaded && !order && <span>Its status could not be loaded.</span>}
          </p>
        </li>
      ))}
    </Listed>
  )
}

const ID = 'touch-link font-semibold'

function Listed({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="own-orders">
      <h2 id="own-orders" className="text-h2">
        Ordered on this device
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">{children}</ul>
      <CurrencyNote className="mt-2" />
    </section>
  )
}

/** In the HTML of the page: OwnOrdersPreview.astro gives it a row for each order. */
export function OwnOrdersLoading() {
  return (
    <div data-own-orders hidden>
      <Listed>
        <li className="pb-2">
          <p className="flex flex-wrap items-center justify-between gap-x-4">
            <a href={paths.findOrder} className={ID} translate="no">
              Order
            </a>
          </p>
          <p className="min-h-[1lh]" />
        </li>
      </Listed>
    </div>
  )
}
