import { useStore } from '@nanostores/react'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import type { MessageKind } from '#admin/order/told.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { type ButtonVariant, buttonClass } from '#kit/form/Button.tsx'
import { MESSAGE_LANGUAGES, type MessageLanguage } from '#kit/locale.ts'
import { whatsAppLink } from '#order/phone.ts'
import type { RemoteTexts } from './chats.store.ts'
import { messageText } from './message-texts.ts'

interface ReachLinkProps {
  kind: MessageKind
  shown: {
    found: Pick<OrderWithHistory, 'order' | 'told'>
    /** Of the confirm link. */
    code?: string | undefined
    /** Why a delivery failed, as a code. */
    reason?: string | null | undefined
  }
  texts: RemoteTexts
  language: MessageLanguage
  /** Called as the chat opens. */
  onTell: () => void
  variant?: ButtonVariant
  /** While a press is sent, none is noted. */
  isBusy?: boolean
  /** Which order it is about, where several are on the page. */
  about?: string | undefined
  /** In place of "WhatsApp". */
  label?: string | undefined
}

/** Opens the chat with the message in it. */
export function ReachLink({
  kind,
  shown,
  texts,
  language,
  onTell,
  variant = 'secondary',
  isBusy = false,
  about,
  label = 'WhatsApp',
}: ReachLinkProps) {
  const { order, told } = shown.found
  const saved = useStore(texts.$remote)
  const changed = saved.state === 'ready' ? saved.value.changed : undefined
  const text = messageText(kind, language, order, { ...shown, changed })
  const chat = whatsAppLink(order.shippingAddress.phone, text)
  const sent = told.messages.filter((message) => message.kind === kind).length
  return (
    chat && (
      <a
        href={chat}
        target="_blank"
        rel="noreferrer"
        aria-disabled={isBusy || undefined}
        onClick={(event) => (isBusy ? event.preventDefault() : onTell())}
        className={buttonClass(variant)}
      >
        <span>
          {label}
          {/* Below the label on phones, so that it is no wider than before. */}
          {sent > 0 && (
            <span className="max-sm:block max-sm:text-xs max-sm:leading-none"> (sent {sent})</span>
          )}
          <Whose about={about} />
        </span>
      </a>
    )
  )
}

/** That of the last message to this phone, else the one that is used most. */
export function languageOf({ told }: Pick<OrderWithHistory, 'told'>): MessageLanguage {
  return told.language ?? 'ur-Latn'
}

interface LanguageSelectProps {
  value: MessageLanguage
  onChange: (language: MessageLanguage) => void
}

/** Chooses the language of the next message. */
export function LanguageSelect({ value, onChange }: LanguageSelectProps) {
  return (
    <Select
      label="Language"
      labelClass="sr-only"
      className="min-w-24 max-sm:flex-1 max-sm:px-0!"
      selectClass="w-full max-sm:px-2"
      value={value}
      options={optionsOf(MESSAGE_LANGUAGES)}
      onChange={onChange}
    />
  )
}

/** For screen readers. */
export function Whose({ about }: { about: string | undefined }) {
  return about && <span className="sr-only"> about {about}</span>
}
