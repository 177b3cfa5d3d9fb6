import { buttonClass } from '#kit/form/Button.tsx'
import { CallLink } from './CallLink.tsx'
import { WhatsAppLink } from './WhatsAppLink.tsx'

export interface ContactShopProps {
  /** The text of the message on WhatsApp. */
  text: string
  label?: string
}

/** WhatsApp and telephone, beside a button that could not do what was asked. Those that the settings have. */
export function ContactShop({ text, label = 'Write on WhatsApp' }: ContactShopProps) {
  return (
    <div className="flex flex-wrap gap-3 empty:hidden *:grow">
      <WhatsAppLink text={text} className={buttonClass('secondary')}>
        <span suppressHydrationWarning>{label}</span>
      </WhatsAppLink>
      <CallLink className={buttonClass('secondary')} />
    </div>
  )
}
