import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Choice } from '#admin/kit/Choice.tsx'
import { Sheet } from '#admin/kit/Sheet.tsx'
import { NOTED_ACTS } from '#admin/order/confirmation.ts'
import { ReachLink } from '#desk/reach/messages/Reach.tsx'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import type { MessageLanguage } from '#kit/locale.ts'
import { callLink } from '#order/phone.ts'
import { paths } from '#paths.ts'
import { JoinOrders } from './JoinOrders.tsx'
import { type OrderSheet, OrderSheets } from './OrderSheets.tsx'
import { QueueBar } from './QueuePage.tsx'
import type { Shown } from './queue.store.ts'
import type { RunStore } from './run.store.ts'
import { ordersAt } from './run-list.ts'
import { hasTypedHold } from './typed-hold.ts'
import { useTakesPresses } from './useTakesPresses.ts'

interface RunActsProps {
  shown: Shown
  /** The language of the message. */
  language: MessageLanguage
  store: RunStore
}

/** At the foot of the screen, for one thumb: four buttons, and what is rarer behind two of them. */
export function RunActs({ shown, language, store }: RunActsProps) {
  const { order, sameCustomer, joined } = shown.found
  const { phone, secondPhone } = order.shippingAddress
  const [open, setOpen] = useState<OrderSheet | 'join' | undefined>(() =>
    hasTypedHold(order.id) ? 'hold' : undefined,
  )
  const isSending = useStore(store.$submission).state === 'sending'
  // A press in these milliseconds was meant for the order before.
  const isBusy = !useTakesPresses() || isSending
  const button = (name: string, onClick: () => void, whose?: string) => (
    <Button isBusy={isBusy} className={whose && 'min-w-0'} onClick={onClick}>
      <span className={whose && 'min-w-0'}>
        {name}
        {whose && (
          <bdi aria-hidden="true" className="block truncate text-xs leading-none font-normal">
            {whose}
          </bdi>
        )}
      </span>
    </Button>
  )
  const link = (name: string, href: string) => (
    <a href={href} className={buttonClass('secondary')}>
      {name}
    </a>
  )
  return (
    <QueueBar store={store}>
      <JustAsked store={store} />
      <div className="grid grid-cols-2 gap-2 *:min-h-12 md:grid-cols-4">
        <ReachLink
          kind="confirm"
          shown={shown}
          texts={store.texts}
          language={language}
          variant="primary"
          isBusy={isBusy}
          onTell={() => void store.tell(language)}
        />
        {button(NOTED_ACTS.yes, () => void store.act('yes'), order.shippingAddress.fullName)}
        {button('Later', () => setOpen('later'))}
        {button('Problem', () => setOpen('problem'))}
      </div>
      {open === 'join' && (
        <Sheet title="Join orders" onClose={() => setOpen(undefined)}>
          <JoinOrders found={shown.found} onChange={store.load} />
        </Sheet>
      )}
      {open && open !== 'join' && (
        <OrderSheets
          found={shown.found}
          open={open}
          isBusy={isSending}
          onOpen={setOpen}
          onAct={(act, hold) => void store.act(act, hold)}
          onCancel={store.cancel}
        >
          {link('Call', callLink(phone))}
          {secondPhone && link('Call Second Number', callLink(secondPhone))}
          {link('Change', `${paths.adminOrder(order.id)}#correction`)}
          {sameCustomer.length + joined.from.length > 0 && (
            <Choice
              hint="Send this customer’s orders in one parcel."
              onClick={() => setOpen('join')}
            >
              Join orders
            </Choice>
          )}
        </OrderSheets>
      )}
    </QueueBar>
  )
}

/**
 * "Yes" for the customer who was asked last. Back from the chat the admin may have a reply, while the next order is on
 * screen already.
 */
function JustAsked({ store }: { store: RunStore }) {
  const last = useStore(store.$done).at(-1)
  const waiting = ordersAt('waiting', useStore(store.$orders))
  const isBusy = useStore(store.$submission).state === 'sending'
  const asked = waiting.find(({ id }) => last?.act === 'tell' && id === last.about.id)
  if (!asked) return null
  return (
    <Button isBusy={isBusy} className="mb-2 w-full" onClick={() => void store.confirm([asked])}>
      <span className="line-clamp-2 min-w-0 leading-tight">
        Yes, <bdi>{asked.fullName}</bdi> wants it
      </span>
    </Button>
  )
}
