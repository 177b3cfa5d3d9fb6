import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { formatContents } from '#admin/order/contents.ts'
import { formatSum } from '#config/currency.ts'
import { Button } from '#kit/form/Button.tsx'
import { rowLink, TwoLineRow } from '#kit/list/TwoLineRow.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import type { RunStore } from './run.store.ts'
import {
  formatWait,
  type ListedOrder,
  MAX_LISTED,
  ordersAt,
  PLACES,
  type Place,
} from './run-list.ts'

const HINTS: Partial<Record<Place, string>> = {
  waiting:
    'A link that a customer presses confirms her order. When she replies in the chat, press Yes here.',
  elsewhere: 'It comes back here once that device is done with it, or 15 minutes later.',
}

/** Who waits for a reply, what comes later and when, and what another device has. A reply in the chat is one press. */
export function RunList({ store }: { store: RunStore }) {
  const view = useStore(store.list.$remote)
  const orders = view.state === 'ready' ? view.value : []
  const isOld = view.state === 'failed' || (view.state === 'ready' && view.isStale)
  return (
    <>
      <div role="status" className="empty:hidden">
        {isOld && (
          <p className="flex flex-wrap items-center gap-x-3 text-danger">
            Who waits could not be loaded.
            <Button variant="secondary" onClick={() => void store.list.load()}>
              Load again
            </Button>
          </p>
        )}
      </div>
      {PLACES.map(({ place, title }) => (
        <Part
          key={place}
          place={place}
          title={title}
          orders={ordersAt(place, orders)}
          store={store}
        />
      ))}
    </>
  )
}

interface PartProps {
  place: Place
  title: string
  orders: readonly ListedOrder[]
  store: RunStore
}

function Part({ place, title, orders, store }: PartProps) {
  const list = useRef<HTMLElement>(null)
  const isBusy = useStore(store.$submission).state === 'sending'
  if (orders.length === 0) return null
  const ids = orders.map(({ id }) => id)
  const confirm = async (replied: readonly string[]) => {
    await store.confirm(replied)
    list.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  const button = (name: string, press: () => Promise<void>, id?: string) => (
    <Button
      variant={id ? 'secondary' : 'quiet'}
      className={id ? '' : 'px-0!'}
      isBusy={isBusy}
      about={id && `of ${id}`}
      onClick={() => void press()}
    >
      {name}
    </Button>
  )
  return (
    <section ref={list} aria-labelledby={place} className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={place} className="font-body text-lg font-semibold">
          {title} ({orders.length})
        </h2>
        {place === 'waiting' &&
          orders.length > 1 &&
          button(`Yes to all ${orders.length}`, () => confirm(ids))}
      </div>
      <p className="text-sm text-muted empty:hidden">{HINTS[place]}</p>
      {orders.length >= MAX_LISTED && (
        <a href={`${paths.adminOrders}?stage=${place}`} className="text-link py-2">
          More of them in the list of orders
        </a>
      )}
      <ul className="border-t border-line">
        {orders.map((order) => (
          <Row key={order.id} order={order}>
            {place === 'elsewhere'
              ? button('Show here', () => store.load(order.id), order.id)
              : button('Yes', () => confirm([order.id]), order.id)}
          </Row>
        ))}
      </ul>
    </section>
  )
}

function Row({ order, children }: { order: ListedOrder; children: ReactNode }) {
  const { id, fullName, city, items, cash } = order
  return (
    <TwoLineRow
      title={
        <a href={paths.adminOrder(id)} className={rowLink}>
          <UntrustedText>{fullName}</UntrustedText>
        </a>
      }
      figure={formatSum(cash)}
      end={children}
    >
      <span className="flex flex-wrap gap-x-2">
        <span className="min-w-0 truncate">
          {formatContents(items)} · <bdi>{city}</bdi>
        </span>
        <span className="ms-auto shrink-0">{formatWait(order)}</span>
      </span>
    </TwoLineRow>
  )
}
