/* Damaged or wrong items of a delivered order (docs/product.md, rules 7.19 and 7.36 to 7.38). */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { settings } from '#config/settings.ts'
import { paths } from '#paths.ts'
import { formatDay } from '#shared/dates.ts'
import { Button } from '#ui/Button.tsx'
import { ChoiceForm, Disclosure } from './ChoiceForm.tsx'
import { helpPhotos, orderQuestion } from './chat-texts.ts'
import { isHelpOver, lastHelpDay } from './help-days.ts'
import { HELP_KINDS, type HelpKind, type HelpRequest, type Order } from './order.ts'
import type { OrderChangesStore } from './order-changes.store.ts'
import { WhatsAppLink } from './WhatsAppLink.tsx'

const REQUEST_STATES: Record<HelpRequest['state'], string> = {
  open: 'We have your message and will contact you.',
  answered: 'We have answered it.',
  closed: 'It is closed.',
}

interface OrderHelpProps {
  order: Order
  store: OrderChangesStore
}

/**
 * The request of an order and its state, or the form for one while the days for it last: for the order's device, and
 * for whoever found it by its phone.
 */
export function OrderHelp({ order, store }: OrderHelpProps) {
  const [hadNone] = useState(!order.request)
  const isSent = hadNone && store.$state.get().message !== undefined
  if (order.request) return <OwnRequest orderId={order.id} request={order.request} isNew={isSent} />
  if (order.status !== 'delivered' || order.masked) return null
  return (
    <Disclosure title="Damaged or Wrong Item?">
      {isHelpOver(order) ? <HelpOver order={order} /> : <HelpForm order={order} store={store} />}
    </Disclosure>
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

function PhotosLink({ orderId }: { orderId: string }) {
  return (
    <WhatsAppLink text={helpPhotos(orderId)} className={LINK}>
      Send photos on WhatsApp
    </WhatsAppLink>
  )
}

const LINK = 'text-link inline-flex min-h-touch items-center justify-self-start'

function HelpOver({ order }: { order: Order }) {
  const last = lastHelpDay(order)
  return (
    <div className="grid gap-2">
      <p>
        By our{' '}
        <a href={paths.returns} className="text-link">
          refund policy
        </a>
        , damaged and wrong items are reported within three days of the delivery
        {last && `. For this order they ended on ${formatDay(last)}`}. If you could not write
        earlier, please{' '}
        <a href={paths.contact} className="text-link">
          contact us
        </a>
        {settings.phone && (
          <>
            {' '}
            or call <bdi dir="ltr">{settings.phone}</bdi>
          </>
        )}
        .
      </p>
      <WhatsAppLink text={orderQuestion(order.id)} className={LINK}>
        Write on WhatsApp
      </WhatsAppLink>
    </div>
  )
}

function HelpForm({ order, store }: OrderHelpProps) {
  const { isSaving, problems } = useStore(store.$state)
  const last = lastHelpDay(order)
  return (
    <ChoiceForm
      legend={`What is wrong?${last ? ` You can tell us here until ${formatDay(last)}.` : ''}`}
      choices={HELP_KINDS}
      textLabel="What do you see?"
      rows={3}
      maxLength={1000}
      problem={problems['text']}
      onSubmit={(kind: HelpKind, text) => store.askForHelp(order, kind, text)}
    >
      <PhotosLink orderId={order.id} />
      <Button type="submit" variant="primary" isBusy={isSaving}>
        {isSaving ? 'Sending...' : 'Ask for Help'}
      </Button>
    </ChoiceForm>
  )
}
