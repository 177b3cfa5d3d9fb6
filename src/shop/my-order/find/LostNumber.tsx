import { settings } from '#config/settings.ts'
import { lostNumber } from '#order/texts/chat-texts.ts'
import { CallLink } from '#shop/contact/CallLink.tsx'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'

/** For whoever has no order number: the shop finds it by name and phone. */
export function LostNumber() {
  if (!settings.whatsApp && !settings.phone) return null
  return (
    <section aria-labelledby="lost-number" className="rounded-lg bg-sand p-4">
      <h2 id="lost-number" className="text-h3">
        I don't know my number
      </h2>
      <p className="mt-1">Send us your name and your phone number: we find your order for you.</p>
      <p className="mt-1 flex flex-wrap gap-x-6">
        <WhatsAppLink text={lostNumber()} className="touch-link">
          Ask for my number on WhatsApp
        </WhatsAppLink>
        <CallLink className="touch-link" />
      </p>
    </section>
  )
}
