/* Damaged or wrong items of a delivered order (docs/product.md, rules 7.19 and 7.36 to 7.38). */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatDay } from '#kit/dates.ts'
import type { HelpRequest, Order } from '#order/order.ts'
import { HELP_KINDS } from '#order/texts/order-words.ts'
import { createOrderChangesStore } from '#shop/my-order/change/order-changes.store.ts'
import { Refusal } from '#shop/my-order/change/Refusal.tsx'
import { FoldedForm } from '#shop/my-order/forms/FoldedForm.tsx'
import { isHelpFirst } from '#shop/my-order/page/first-thing.ts'
import { useOrder } from '#shop/my-order/page/OrderProvider.tsx'
import { PhotosLink } from './PhotosLink.tsx'

const REQUEST_STATES: Record<HelpRequest['state'], string> = {
  open: 'We have your message and will contact you.',
  answered: 'We have answered it.',
  closed: 'It is closed.',
}

/**
 * The request of an order and its state, or the form for one while the days for it last: for the order's device, and
 * for whoever found it by its phone.
 */
export function OrderHelp({ order }: { order: Order }) {
  const { setOrder } = useOrder()
  const [store] = useState(() => createOrderChangesStore(setOrder))
  const submission = useStore(store.$submission)
  if (order.masked) return null
  if (order.request) return <OwnRequest orderId={order.id} request={order.request} />
  if (order.status !== 'delivered') return null
  return (
    <div className="grid gap-3">
      <FoldedForm orderId={order.id} title="Damaged or Wrong Item?" isPrimary={isHelpFirst(order)}>
        {({ HelpForm }) => <HelpForm order={order} store={store} />}
      </FoldedForm>
      <Refusal orderId={order.id} submission={submission} />
    </div>
  )
}

function OwnRequest({ orderId, request }: { orderId: string; request: HelpRequest }) {
  const { kind, at, text, state } = request
  return (
    <section aria-label="Your request for help" className="grid gap-2 rounded-md bg-sand p-4">
      <p>
        <span>{`You told us on ${formatDay(at)}: ${HELP_KINDS[kind]}.`}</span>{' '}
        <strong>{REQUEST_STATES[state]}</strong>
      </p>
      <p className="whitespace-pre-line break-words text-muted">
        <bdi translate="no">{text}</bdi>
      </p>
      {state !== 'closed' && <PhotosLink orderId={orderId} />}
    </section>
  )
}
