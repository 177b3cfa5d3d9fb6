/* Damaged or wrong items of a delivered order (docs/product.md, rules 7.19 and 7.36 to 7.38). */
import { useState } from 'react'
import { formatDay } from '#kit/dates.ts'
import type { HelpRequest } from '#order/order.ts'
import { HELP_KINDS } from '#order/texts/order-words.ts'
import type { OrderFormProps } from './changes-submit.ts'
import { FoldedForm } from './FoldedForm.tsx'
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
export function OrderHelp(props: OrderFormProps) {
  const { order, changes } = props
  const [hadNone] = useState(!order.request)
  const isSent = hadNone && changes.$submission.get().state === 'done'
  if (order.request) return <OwnRequest orderId={order.id} request={order.request} isNew={isSent} />
  if (order.status !== 'delivered' || order.masked) return null
  return (
    <FoldedForm orderId={order.id} title="Damaged or Wrong Item?">
      {({ HelpForm }) => <HelpForm {...props} />}
    </FoldedForm>
  )
}

interface OwnRequestProps {
  orderId: string
  request: HelpRequest
  /** It takes the place of the form, which had the focus. */
  isNew: boolean
}

function show(section: HTMLElement | null): void {
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'center' })
}

function OwnRequest({ orderId, request, isNew }: OwnRequestProps) {
  const { kind, at, text, state } = request
  return (
    <section
      ref={isNew ? show : undefined}
      tabIndex={-1}
      aria-label="Your request for help"
      className="grid gap-2 rounded-md bg-sand p-4 outline-none"
    >
      <p>
        You told us on {formatDay(at)}: {HELP_KINDS[kind]}. <strong>{REQUEST_STATES[state]}</strong>
      </p>
      <p className="whitespace-pre-line break-words text-muted">
        <bdi>{text}</bdi>
      </p>
      {state !== 'closed' && <PhotosLink orderId={orderId} />}
    </section>
  )
}
