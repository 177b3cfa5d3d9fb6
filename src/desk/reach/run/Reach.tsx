import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { MessageKind } from '#admin/order/confirmation.ts'
import type { OrderInFull } from '#admin/order/orders.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage } from '#config/locale.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { optionsOf, Select } from '#kit/form/Select.tsx'
import { callLink, whatsAppLink } from '#order/phone.ts'
import { messageText } from './message-texts.ts'
import type { Texts } from './telling.store.ts'

interface ReachProps {
  kind: MessageKind
  shown: {
    found: Pick<OrderInFull, 'order' | 'told'>
    /** Of the confirm link. */
    code?: string | undefined
    /** Why a delivery failed, as a code. */
    reason?: string | null | undefined
  }
  texts: Texts
  /** Called as the chat opens. */
  onTell: (language: MessageLanguage) => void
  variant?: 'primary' | 'secondary'
  /** While a press is sent, none is noted. */
  isBusy?: boolean
  /** Which order it is about, where several are on the page. */
  about?: string
}

/** Opens the chat with the message, in the language of the last one to this phone, else the one that is used most. */
export function Reach({
  kind,
  shown,
  texts,
  onTell,
  variant = 'secondary',
  isBusy = false,
  about,
}: ReachProps) {
  const { order, told } = shown.found
  const [language, setLanguage] = useState<MessageLanguage>(told.language ?? 'ur-Latn')
  const { phone } = order.shippingAddress
  const saved = useStore(texts.$remote)
  const changed = saved.state === 'ready' ? saved.value.changed : undefined
  const chat = whatsAppLink(phone, messageText(kind, language, order, { ...shown, changed }))
  const whose = about && <span className="sr-only"> about {about}</span>
  const sent = told.messages.filter((message) => message.kind === kind).length
  return (
    <div className="flex flex-wrap items-end gap-2 max-sm:*:px-3! sm:gap-3">
      {chat && (
        <a
          href={chat}
          target="_blank"
          rel="noreferrer"
          aria-disabled={isBusy || undefined}
          onClick={(event) => (isBusy ? event.preventDefault() : onTell(language))}
          className={buttonClass(variant)}
        >
          <span>
            WhatsApp{sent > 0 && ` (sent ${sent})`}
            {whose}
          </span>
        </a>
      )}
      <a href={callLink(phone)} className={buttonClass('secondary')}>
        <span>Call{whose}</span>
      </a>
      <Select
        label="Language"
        labelClass="sr-only"
        className="min-w-24 max-sm:flex-1 max-sm:px-0!"
        selectClass="w-full max-sm:px-2"
        value={language}
        options={optionsOf(MESSAGE_LANGUAGES)}
        onChange={setLanguage}
      />
    </div>
  )
}
