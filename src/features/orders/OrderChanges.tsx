import { useStore } from '@nanostores/react'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ChangeByMessage } from './ChangeByMessage.tsx'
import { ChangeForm, type OrderFormProps } from './ChangeForm.tsx'
import { ChoiceForm, Disclosure } from './ChoiceForm.tsx'
import { ContactShop } from './ContactShop.tsx'
import { orderQuestion } from './chat-texts.ts'
import { OrderHelp } from './OrderHelp.tsx'
import { useOrders } from './OrderPage.tsx'
import { CANCEL_REASONS, type CancelReason, type Order, statusDefinition } from './order.ts'
import { type ChangesState, createOrderChangesStore } from './order-changes.store.ts'
import { tokenOf } from './order-key.ts'
import { PERSONAL_FIELDS, type PersonalTexts, printCorrection } from './order-text.ts'
import { WhatsAppLink } from './WhatsAppLink.tsx'

const BOOKED =
  'Your parcel is booked with the courier, so your order can no longer be changed here.'

/** What this device may do with its order: change or cancel it until it is booked, then ask for help. */
export function OrderChanges({ order }: { order: Order }) {
  const { show } = useOrders()
  const [store] = useState(() => createOrderChangesStore(show))
  const state = useStore(store.$state)
  const section = useRef<HTMLElement>(null)
  // What is typed into the form of the address. It stays in sight where the order is booked meanwhile.
  const [typed, setTyped] = useState<PersonalTexts>()
  const isLedHere = useLinkToForms(order.id, section)
  const isOwn = tokenOf(order.id) !== undefined
  const isCancelled = order.status === 'cancelled'
  const hasRequest = order.request !== undefined
  const isTooLate = isOwn && order.booked && !statusDefinition(order.status).isFinal

  useEffect(() => {
    if (isDone(state)) setTyped(undefined)
    if (state.message) showResult(section.current, state, { isCancelled, hasRequest })
  }, [state, isCancelled, hasRequest])

  // Whoever has only the order's number changes nothing.
  if (order.masked) return <OrderHelp order={order} store={store} />
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Your order"
      className={`grid scroll-mt-18 gap-3 outline-none empty:hidden ${isTooLate && !typed ? 'min-h-25' : ''}`}
    >
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p role="status" className={hasRequest && isDone(state) ? 'sr-only' : 'empty:absolute'}>
        {isTooLate ? BOOKED : state.message}
      </p>
      {isTooLate && <WriteToUs orderId={order.id} typed={typed} />}
      {(order.mayChange || (isTooLate && typed)) && (
        <Disclosure title="Change Address or Phone" isOpen={isLedHere}>
          <div
            onInput={(event) => setTyped(typedIn(event))}
            onSubmit={(event) => setTyped(typedIn(event))}
          >
            <ChangeForm order={order} store={store} />
          </div>
        </Disclosure>
      )}
      {order.mayChange && (
        <Disclosure title="Cancel Order">
          <CancelForm order={order} store={store} />
        </Disclosure>
      )}
      <ChangeByMessage order={order} />
      <OrderHelp order={order} store={store} />
      {state.isRefused && !isTooLate && <ContactShop text={orderQuestion(order.id)} />}
    </section>
  )
}

/** The link of the confirmation and of the address leads to the forms, and unfolds the first. */
function useLinkToForms(orderId: string, section: RefObject<HTMLElement | null>): boolean {
  const hash = new URL(paths.changeOrder(orderId), location.href).hash
  const [isLedHere] = useState(() => location.hash === hash)

  useEffect(() => {
    const lead = () => {
      if (location.hash !== hash) return
      section.current?.querySelector('details')?.setAttribute('open', '')
      section.current?.focus({ preventScroll: true })
      section.current?.scrollIntoView({ block: 'start' })
    }
    // The browser looks for the place of the URL before the order is on the page. The order is painted first:
    // what it moves below the screen is no layout shift.
    requestAnimationFrame(() => requestAnimationFrame(lead))
    addEventListener('hashchange', lead)
    return () => removeEventListener('hashchange', lead)
  }, [hash, section])

  return isLedHere
}

/** The form that had the focus is folded or gone. A request for help shows itself. */
function showResult(
  section: HTMLElement | null,
  state: ChangesState,
  { isCancelled, hasRequest }: { isCancelled: boolean; hasRequest: boolean },
): void {
  if (isCancelled) {
    document.querySelector('main')?.focus()
    scrollTo(0, 0)
  } else if (isDone(state)) {
    if (hasRequest) return
    const form = section?.querySelector('details')
    form?.removeAttribute('open')
    form?.querySelector('summary')?.focus({ preventScroll: true })
    section?.scrollIntoView({ block: 'center' })
  } else if (state.isRefused) {
    section?.querySelector('[role=status]')?.scrollIntoView({ block: 'center' })
  }
}

function isDone({ message, problems, isRefused }: ChangesState): boolean {
  return message !== undefined && !isRefused && Object.keys(problems).length === 0
}

function typedIn(event: SyntheticEvent<HTMLElement>): PersonalTexts {
  const form = event.currentTarget.querySelector('form') ?? undefined
  const data = new FormData(form)
  return Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, String(data.get(field) ?? '')]))
}

interface WriteToUsProps {
  orderId: string
  typed: PersonalTexts | undefined
}

function WriteToUs({ orderId, typed }: WriteToUsProps) {
  return (
    <WhatsAppLink
      text={typed ? printCorrection(orderId, typed) : orderQuestion(orderId)}
      className={`${buttonClass('secondary')} sm:justify-self-start`}
    >
      {typed ? 'Send the correction on WhatsApp' : 'Write on WhatsApp'}
    </WhatsAppLink>
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
