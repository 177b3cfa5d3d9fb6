import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { formatContents } from '#admin/order/contents.ts'
import { Button } from '#kit/form/Button.tsx'
import { rowLink, TwoLineRow } from '#kit/list/TwoLineRow.tsx'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import type { RunStore } from './run.store.ts'
import { formatWait, type ListedOrder } from './run-list.ts'

/** Who waits for a reply, what comes later and when, and what another device has. A reply in the chat is one press. */
export function RunList({ store }: { store: RunStore }) {
  const view = useStore(store.$list)
  const orders = view.state === 'ready' ? view.value : []
  const left = useStore(store.$left)
  const at = (place: ListedOrder['place']) => orders.filter((order) => order.place === place)
  const later = at('later')
  return (
    <>
      <Part
        id="waiting"
        title="Waiting for a reply"
        orders={at('waiting')}
        store={store}
        hint="A link that a customer presses confirms her order. When she replies in the chat, press Yes here."
      />
      <Part id="later" title="Later" orders={later} store={store} />
      {left && left.postponed > later.length && (
        <a href={`${paths.adminOrders}?stage=later`} className="text-link py-2">
          All {left.postponed} that come later or wait for a decision
        </a>
      )}
      <Part id="elsewhere" title="On another device" orders={at('elsewhere')} />
    </>
  )
}

interface PartProps {
  id: string
  title: string
  orders: readonly ListedOrder[]
  /** Where they can be confirmed. */
  store?: RunStore
  hint?: string
}

function Part({ id, title, orders, store, hint }: PartProps): ReactNode {
  const list = useRef<HTMLElement>(null)
  if (orders.length === 0) return null
  const confirm = async (ids: readonly string[]) => {
    await store?.confirm(ids)
    list.current?.querySelector('button')?.focus({ preventScroll: true })
  }
  const ids = orders.map((order) => order.id)
  return (
    <section ref={list} aria-labelledby={id} className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-body text-lg font-semibold">
          {title} ({orders.length})
        </h2>
        {store && id === 'waiting' && orders.length > 1 && (
          <YesButton store={store} variant="quiet" onPress={() => confirm(ids)}>
            Yes to all {orders.length}
          </YesButton>
        )}
      </div>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <ul className="border-t border-line">
        {orders.map((order) => (
          <Row key={order.id} order={order}>
            {store && (
              <YesButton store={store} variant="secondary" onPress={() => confirm([order.id])}>
                Yes<span className="sr-only"> of {order.id}</span>
              </YesButton>
            )}
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
      figure={formatMoney(cash)}
      end={children}
    >
      <span className="flex gap-x-2">
        <span className="min-w-0 truncate">
          {formatContents(items)} · <bdi>{city}</bdi>
        </span>
        <span className="ms-auto shrink-0">{formatWait(order)}</span>
      </span>
    </TwoLineRow>
  )
}

interface YesButtonProps {
  store: RunStore
  variant: 'secondary' | 'quiet'
  onPress: () => Promise<void>
  children: ReactNode
}

function YesButton({ store, variant, onPress, children }: YesButtonProps) {
  const isBusy = useStore(store.$submission).state === 'sending'
  return (
    <Button variant={variant} isBusy={isBusy} onClick={() => void onPress()}>
      {children}
    </Button>
  )
}
