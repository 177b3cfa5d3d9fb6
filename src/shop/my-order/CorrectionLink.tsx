import { buttonClass } from '#kit/form/Button.tsx'
import type { AddressTexts } from '#order/address/address.ts'
import { printCorrection } from '#order/texts/order-text.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'

export interface CorrectionLinkProps {
  orderId: string
  typed: AddressTexts
}

/** Sends what was typed into the form of an order that was booked meanwhile. */
export function CorrectionLink({ orderId, typed }: CorrectionLinkProps) {
  return (
    <WhatsAppLink
      text={printCorrection(orderId, typed)}
      className={`${buttonClass('secondary')} sm:justify-self-start`}
    >
      Send the correction on WhatsApp
    </WhatsAppLink>
  )
}
