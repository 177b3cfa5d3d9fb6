import { type ReactNode, useState } from 'react'
import { loadOnDemand } from '#kit/scripts/on-demand.ts'
import type { Order } from '#order/order.ts'
import { tokenOf } from '#order/order-key.ts'
import { statusDefinition } from '#order/status.ts'
import { Disclosure } from './Disclosure.tsx'
import type { TellMe } from './TellMe.tsx'

/** In OrderNotices.astro. */
const load = () => loadOnDemand<{ TellMe: typeof TellMe }>('order-notices')

/** For the holder, until the order is closed. Nothing is loaded before it is unfolded. */
export function OrderNotices({ order }: { order: Order }) {
  const [form, setForm] = useState<ReactNode>(<p role="status">Loading...</p>)
  const { isFinal, isOnItsWay } = statusDefinition(order.status)
  if (isFinal || tokenOf(order.id) === undefined) return null

  function open(): void {
    load().then(
      ({ TellMe }) => setForm(<TellMe orderId={order.id} />),
      () => setForm(<p role="alert">This could not be loaded. Please fold it and try again.</p>),
    )
  }

  return (
    <Disclosure
      title={isOnItsWay ? 'Tell me when it arrives' : 'Tell me when it’s sent'}
      onOpen={open}
    >
      {form}
    </Disclosure>
  )
}
