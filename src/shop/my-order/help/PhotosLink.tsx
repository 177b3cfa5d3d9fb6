import { helpPhotos } from '#order/texts/chat-texts.ts'
import { WhatsAppLink } from '#shop/contact/WhatsAppLink.tsx'

export function PhotosLink({ orderId }: { orderId: string }) {
  return (
    <WhatsAppLink text={helpPhotos(orderId)} className="touch-link justify-self-start">
      Send photos on WhatsApp
    </WhatsAppLink>
  )
}
