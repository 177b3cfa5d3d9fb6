import { useStore } from '@nanostores/react'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import { ReachLink } from '#desk/reach/messages/Reach.tsx'
import { buttonClass } from '#kit/form/Button.tsx'
import type { MessageLanguage } from '#kit/locale.ts'
import { callLink } from '#order/phone.ts'
import { QueueBar } from './QueuePage.tsx'
import type { TellerStore } from './tell.store.ts'

interface TellActsProps {
  found: OrderWithHistory
  /** The language of the message. */
  language: MessageLanguage
  store: TellerStore
}

/** At the foot of the screen, for one thumb: the chat with the tracking number in it, and a call. */
export function TellActs({ found, language, store }: TellActsProps) {
  const isSending = useStore(store.$submission).state === 'sending'
  return (
    <QueueBar store={store}>
      <div className="grid grid-cols-2 gap-2 *:min-h-12">
        <ReachLink
          kind="shipped"
          shown={{ found }}
          texts={store.texts}
          language={language}
          variant="primary"
          isBusy={isSending}
          onTell={() => void store.tell(language)}
        />
        <a href={callLink(found.order.shippingAddress.phone)} className={buttonClass('secondary')}>
          Call
        </a>
      </div>
    </QueueBar>
  )
}
