import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { MessageKind } from '#admin/order/told.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { type ButtonVariant, buttonClass } from '#kit/form/Button.tsx'
import { callLink } from '#order/phone.ts'
import { type Chats, newConfirmCode } from './chats.store.ts'
import { LanguageSelect, languageOf, ReachLink, Whose } from './Reach.tsx'

interface ReachOneProps {
  /** Without one she is only called. */
  kind: MessageKind | undefined
  found: Pick<OrderWithHistory, 'order' | 'told'>
  /** Why a delivery failed, as a code. */
  reason?: string | null | undefined
  chats: Chats
  variant?: ButtonVariant
  /** In place of "WhatsApp". */
  label?: string | undefined
  /** Whether other orders are on the page. */
  isListed?: boolean
}

/** The ways to reach the customer of an order, and whether it is saved that she was told. */
export function ReachOne({ kind, found, reason, chats, isListed, ...look }: ReachOneProps) {
  const { id, shippingAddress } = found.order
  const about = isListed ? id : undefined
  const isUnsaved = useStore(chats.$unsaved).includes(id)
  const [language, setLanguage] = useState(() => languageOf(found))
  // Its link works once the message is saved.
  const [newCode] = useState(newConfirmCode)
  const code = kind === 'confirm' ? newCode : undefined
  return (
    <div>
      <div className="flex flex-wrap items-end gap-2 max-sm:[&>a]:px-3! max-sm:[&>a]:py-1! max-sm:[&>a]:leading-tight sm:gap-3">
        {kind && (
          <ReachLink
            {...look}
            kind={kind}
            shown={{ found, reason, code }}
            texts={chats.texts}
            language={language}
            about={about}
            onTell={() => void chats.tell({ id, kind, language, ...(code && { code }) })}
          />
        )}
        <a href={callLink(shippingAddress.phone)} className={buttonClass('secondary')}>
          <span>
            Call
            <Whose about={about} />
          </span>
        </a>
        {kind && <LanguageSelect value={language} onChange={setLanguage} />}
      </div>
      <p role="status" className="text-sm text-danger empty:hidden">
        {isUnsaved && 'It is not saved that you wrote: press WhatsApp again.'}
      </p>
    </div>
  )
}
