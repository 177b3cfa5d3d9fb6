import { useStore } from '@nanostores/react'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#kit/form/Button.tsx'
import type { AddressTexts } from '#order/address/address.ts'
import { tokenOf } from '#order/device/order-key.ts'
import { isExpected, type Order } from '#order/order.ts'
import { orderQuestion } from '#order/texts/chat-texts.ts'
import { formatCorrection } from '#order/texts/order-text.ts'
import { FORM_HASHES } from '#paths.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'
import { FoldedForm } from '#shop/my-order/forms/FoldedForm.tsx'
import { useOrder } from '#shop/my-order/page/OrderProvider.tsx'
import { ChangeByMessage, changesByMessage } from './ChangeByMessage.tsx'
import { createOrderChangesStore } from './order-changes.store.ts'
import { Refusal } from './Refusal.tsx'

const BOOKED =
  'Your parcel is booked with the courier, so your order can no longer be changed here.'

/** What its customer may still change of an order: on this device, or by a message. */
export function OrderChanges({ order }: { order: Order }) {
  const { id, booked, mayChange } = order
  const { setOrder } = useOrder()
  const [store] = useState(() => createOrderChangesStore(setOrder))
  const submission = useStore(store.$submission)
  const section = useRef<HTMLElement>(null)
  // What is typed into the form of the address. It stays in sight where the order is booked meanwhile.
  const [typed, setTyped] = useState<AddressTexts>()
  const ledTo = useLinkToForms(section)
  const isTooLate = tokenOf(id) !== undefined && booked && isExpected(order)

  // Whoever has only the order's number changes nothing.
  if (order.masked || !(mayChange || isTooLate || changesByMessage(order))) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="changes"
      className={`grid scroll-mt-18 content-start gap-3 ${isTooLate && !typed ? 'min-h-38' : ''}`}
      data-no-print
    >
      <h2 id="changes" className="text-h3">
        Need to change something?
      </h2>
      <Refusal orderId={id} submission={submission} instead={isTooLate ? BOOKED : undefined} />
      {isTooLate && <WriteInstead orderId={id} typed={typed} />}
      {(mayChange || (isTooLate && typed)) && (
        <FoldedForm orderId={id} title="Change Address or Phone" isOpen={ledTo === 0}>
          {({ ChangeForm }) => (
            <div
              onInput={(event) => setTyped(typedIn(event))}
              onSubmit={(event) => setTyped(typedIn(event))}
            >
              <ChangeForm order={order} store={store} />
            </div>
          )}
        </FoldedForm>
      )}
      {mayChange && (
        <FoldedForm orderId={id} title="Cancel Order" isOpen={ledTo === 1}>
          {({ CancelForm }) => <CancelForm order={order} store={store} />}
        </FoldedForm>
      )}
      <ChangeByMessage order={order} />
    </section>
  )
}

/** Links of the page lead to the forms, and unfold the one that changes or the one that cancels. */
function useLinkToForms(section: RefObject<HTMLElement | null>): number | undefined {
  const [ledTo] = useState(formOfLink)

  useEffect(() => {
    const lead = () => {
      const nth = formOfLink()
      if (nth === undefined || !section.current) return
      section.current.querySelectorAll('details')[nth]?.setAttribute('open', '')
      section.current.focus({ preventScroll: true })
      section.current.scrollIntoView({ block: 'start' })
      // The link has been followed. Pressed again, it changes the URL anew.
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    // The browser looks for the place of the URL before the order is on the page. The order is painted first:
    // what it moves below the screen is no layout shift.
    requestAnimationFrame(() => requestAnimationFrame(lead))
    addEventListener('hashchange', lead)
    return () => removeEventListener('hashchange', lead)
  }, [section])

  return ledTo
}

/** Whether the URL is a link to the forms. */
export function isLedToForms(): boolean {
  return formOfLink() !== undefined
}

/** The place of the form that the URL links to. */
function formOfLink(): number | undefined {
  const nth = FORM_HASHES.indexOf(location.hash)
  return nth === -1 ? undefined : nth
}

function typedIn(event: SyntheticEvent<HTMLElement>): AddressTexts {
  const form = event.currentTarget.querySelector('form') ?? undefined
  return Object.fromEntries(new FormData(form)) as AddressTexts
}

interface WriteInsteadProps {
  orderId: string
  typed: AddressTexts | undefined
}

function WriteInstead({ orderId, typed }: WriteInsteadProps) {
  return (
    <WhatsAppLink
      text={typed ? formatCorrection(orderId, typed) : orderQuestion(orderId)}
      className={`${buttonClass('secondary')} sm:justify-self-start`}
    >
      <span>{typed ? 'Send the correction on WhatsApp' : 'Write on WhatsApp'}</span>
    </WhatsAppLink>
  )
}
