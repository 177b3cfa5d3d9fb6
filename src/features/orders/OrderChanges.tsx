import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/Button.tsx'
import { ChangeByMessage } from './ChangeByMessage.tsx'
import { ChangeForm, type OrderFormProps } from './ChangeForm.tsx'
import { ChoiceForm, Disclosure } from './ChoiceForm.tsx'
import { ContactShop } from './ContactShop.tsx'
import { orderQuestion } from './chat-texts.ts'
import { OrderHelp } from './OrderHelp.tsx'
import { useOrders } from './OrderPage.tsx'
import { CANCEL_REASONS, type CancelReason, type Order, statusDefinition } from './order.ts'
import { createOrderChangesStore } from './order-changes.store.ts'
import { tokenOf } from './order-key.ts'

/** What this device may do with its order: change or cancel it until it is booked, then ask for help. */
export function OrderChanges({ order }: { order: Order }) {
  const { show } = useOrders()
  const [store] = useState(() => createOrderChangesStore(show))
  const { message, problems, isRefused } = useStore(store.$state)
  const section = useRef<HTMLElement>(null)

  // The browser looks for the place of the URL before the order is on the page. The order is painted first: what
  // it moves below the screen is no layout shift.
  useEffect(() => {
    if (!location.hash || !paths.changeOrder(order.id).endsWith(location.hash)) return
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        section.current?.focus({ preventScroll: true })
        section.current?.scrollIntoView({ block: 'center' })
      }),
    )
  }, [order.id])

  // The form that had the focus is gone, and the heading says what happened.
  useEffect(() => {
    if (!message) return
    if (order.status === 'cancelled') {
      document.querySelector('main')?.focus()
      scrollTo(0, 0)
    } else if (Object.keys(problems).length === 0) {
      // The message, or WhatsApp and telephone below it.
      section.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    }
  }, [message, problems, order.status])

  const isOwn = tokenOf(order.id) !== undefined
  const isTooLate = isOwn && order.booked && !statusDefinition(order.status).isFinal
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Your order"
      className="grid gap-3 outline-none empty:hidden"
    >
      {order.mayChange && (
        <>
          <Disclosure title="Change Address or Phone">
            <ChangeForm order={order} store={store} />
          </Disclosure>
          <Disclosure title="Cancel Order">
            <CancelForm order={order} store={store} />
          </Disclosure>
        </>
      )}
      {isTooLate && (
        <p>
          Your order has gone to the courier, so it can no longer be changed here. Please contact
          us.
        </p>
      )}
      <ChangeByMessage order={order} />
      <OrderHelp order={order} store={store} />
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p role="status" className="empty:absolute">
        {message}
      </p>
      {isRefused && <ContactShop text={orderQuestion(order.id)} />}
    </section>
  )
}

function CancelForm({ order, store }: OrderFormProps) {
  const { isSaving } = useStore(store.$state)
  return (
    <ChoiceForm
      legend="Why do you cancel?"
      choices={CANCEL_REASONS}
      textLabel="Anything else? (optional)"
      maxLength={300}
      onSubmit={(reason: CancelReason, text) => store.cancel(order, reason, text)}
    >
      <Button type="submit" variant="secondary" isBusy={isSaving}>
        {isSaving ? 'Cancelling...' : 'Cancel Order'}
      </Button>
    </ChoiceForm>
  )
}
