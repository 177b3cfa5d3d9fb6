import { useStore } from '@nanostores/react'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#kit/form/Button.tsx'
import type { Submission } from '#kit/form/submit.ts'
import type { AddressTexts } from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { tokenOf } from '#order/order-key.ts'
import { statusDefinition } from '#order/status.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { paths } from '#paths.ts'
import { ContactShop } from '#shop/contact/ContactShop.tsx'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { ChangeByMessage } from './ChangeByMessage.tsx'
import type { OrderFormProps } from './changes-submit.ts'
import { createChangesSubmit, messageOf, needsShop } from './changes-submit.ts'
import { $orderForms, FoldedForm } from './FoldedForm.tsx'
import { OrderHelp } from './OrderHelp.tsx'
import { useOrders } from './OrderPage.tsx'

const BOOKED =
  'Your parcel is booked with the courier, so your order can no longer be changed here.'

/** What this device may do with its order: change or cancel it until it is booked, then ask for help. */
export function OrderChanges({ order }: { order: Order }) {
  const { show } = useOrders()
  const [changes] = useState(createChangesSubmit)
  const submission = useStore(changes.$submission)
  const isDone = submission.state === 'done'
  const form: OrderFormProps = { order, changes, onOrder: show }
  const section = useRef<HTMLElement>(null)
  // What is typed into the form of the address. It stays in sight where the order is booked meanwhile.
  const [typed, setTyped] = useState<AddressTexts>()
  const ledTo = useLinkToForms(order.id, section)
  const isOwn = tokenOf(order.id) !== undefined
  const isCancelled = order.status === 'cancelled'
  const hasRequest = order.request !== undefined
  const isTooLate = isOwn && order.booked && !statusDefinition(order.status).isFinal

  useEffect(() => {
    if (submission.state === 'done') setTyped(undefined)
    if (messageOf(submission)) showResult(section.current, submission, { isCancelled, hasRequest })
  }, [submission, isCancelled, hasRequest])

  // Whoever has only the order's number changes nothing.
  if (order.masked) return <OrderHelp {...form} />
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Your order"
      className={`grid scroll-mt-18 gap-3 outline-none empty:hidden ${isTooLate && !typed ? 'min-h-25' : ''}`}
    >
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p role="status" className={hasRequest && isDone ? 'sr-only' : 'empty:absolute'}>
        {isTooLate ? BOOKED : messageOf(submission)}
      </p>
      {isTooLate && <WriteToUs orderId={order.id} typed={typed} />}
      {(order.mayChange || (isTooLate && typed)) && (
        <FoldedForm orderId={order.id} title="Change Address or Phone" isOpen={ledTo === 0}>
          {({ ChangeForm }) => (
            <div
              onInput={(event) => setTyped(typedIn(event))}
              onSubmit={(event) => setTyped(typedIn(event))}
            >
              <ChangeForm {...form} />
            </div>
          )}
        </FoldedForm>
      )}
      {order.mayChange && (
        <FoldedForm orderId={order.id} title="Cancel Order" isOpen={ledTo === 1}>
          {({ CancelForm }) => <CancelForm {...form} />}
        </FoldedForm>
      )}
      <ChangeByMessage order={order} />
      <OrderHelp {...form} />
      {needsShop(submission) && !isTooLate && <ContactShop text={orderQuestion(order.id)} />}
    </section>
  )
}

/** Links of the page lead to the forms, and unfold the one that changes or the one that cancels. */
function useLinkToForms(
  orderId: string,
  section: RefObject<HTMLElement | null>,
): number | undefined {
  const [ledTo] = useState(() => formOfLink(orderId))

  useEffect(() => {
    const lead = () => {
      const nth = formOfLink(orderId)
      if (nth === undefined) return
      section.current?.querySelectorAll('details')[nth]?.setAttribute('open', '')
      section.current?.focus({ preventScroll: true })
      section.current?.scrollIntoView({ block: 'start' })
    }
    // The browser looks for the place of the URL before the order is on the page. The order is painted first:
    // what it moves below the screen is no layout shift.
    requestAnimationFrame(() => requestAnimationFrame(lead))
    addEventListener('hashchange', lead)
    return () => removeEventListener('hashchange', lead)
  }, [orderId, section])

  return ledTo
}

/** Whether the URL is a link to the forms of the order. */
export function isLedToForms(orderId: string): boolean {
  return formOfLink(orderId) !== undefined
}

/** The place of the form that the URL links to. */
function formOfLink(orderId: string): number | undefined {
  const links = [paths.changeOrder(orderId), paths.cancelOrder(orderId)]
  const nth = links.findIndex((link) => new URL(link, location.href).hash === location.hash)
  return nth === -1 ? undefined : nth
}

/** The form that had the focus is folded or gone. A request for help shows itself. */
function showResult(
  section: HTMLElement | null,
  submission: Submission,
  { isCancelled, hasRequest }: { isCancelled: boolean; hasRequest: boolean },
): void {
  if (isCancelled) {
    document.querySelector('main')?.focus()
    scrollTo(0, 0)
  } else if (submission.state === 'done') {
    if (hasRequest) return
    const form = section?.querySelector('details')
    form?.removeAttribute('open')
    form?.querySelector('summary')?.focus({ preventScroll: true })
    section?.scrollIntoView({ block: 'center' })
  } else if (needsShop(submission)) {
    section?.querySelector('[role=status]')?.scrollIntoView({ block: 'center' })
  }
}

function typedIn(event: SyntheticEvent<HTMLElement>): AddressTexts {
  const form = event.currentTarget.querySelector('form') ?? undefined
  return Object.fromEntries(new FormData(form)) as AddressTexts
}

interface WriteToUsProps {
  orderId: string
  typed: AddressTexts | undefined
}

/** What is typed comes from a form, so the script of the forms is there. */
function WriteToUs({ orderId, typed }: WriteToUsProps) {
  const load = useStore($orderForms)
  const correction =
    typed && load.state === 'ready' ? load.forms.printCorrection(orderId, typed) : undefined
  return (
    <WhatsAppLink
      text={correction ?? orderQuestion(orderId)}
      className={`${buttonClass('secondary')} sm:justify-self-start`}
    >
      {correction ? 'Send the correction on WhatsApp' : 'Write on WhatsApp'}
    </WhatsAppLink>
  )
}
