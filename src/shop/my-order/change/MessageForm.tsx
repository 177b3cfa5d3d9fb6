import { useState } from 'react'
import { buttonClass } from '#kit/form/Button.tsx'
import { Field } from '#kit/form/Field.tsx'
import type { Order } from '#order/order.ts'
import { cancelByMessage, changeByMessage } from '#order/texts/chat-texts.ts'
import { CallLink } from '#shop/contact/CallLink.tsx'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'

/** Writes the message of `ChangeByMessage`. */
export function MessageForm({ order: { id, booked } }: { order: Order }) {
  const [wish, setWish] = useState('')
  return (
    <div className="grid gap-4">
      <p>
        {booked
          ? 'Your parcel is booked with the courier. Write to us at once: often we can still correct it.'
          : 'Until your parcel is booked with the courier, we change or cancel it for you. The device that ordered can do it on this page as well.'}
      </p>
      <Field
        name="wish"
        label="What should be changed?"
        rows={3}
        maxLength={1000}
        value={wish}
        onChange={(event) => setWish(event.target.value)}
      />
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <WhatsAppLink text={changeByMessage(id, wish)} className={buttonClass('primary')}>
          {booked ? 'Send the correction on WhatsApp' : 'Send the change on WhatsApp'}
        </WhatsAppLink>
        {!booked && (
          <WhatsAppLink text={cancelByMessage(id, wish)} className={buttonClass('secondary')}>
            Cancel on WhatsApp
          </WhatsAppLink>
        )}
        <CallLink className={buttonClass('quiet')} />
      </div>
    </div>
  )
}
