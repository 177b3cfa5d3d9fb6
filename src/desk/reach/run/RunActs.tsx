import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { END_REASON_OPTIONS } from '#admin/acts/EndFields.tsx'
import { ACTS, type Act, type EndReason } from '#admin/order/confirmation.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { Select } from '#kit/form/Select.tsx'
import { Sheet } from '#kit/form/Sheet.tsx'
import { callLink } from '#order/phone.ts'
import { paths } from '#paths.ts'
import { HoldDialog } from './HoldDialog.tsx'
import { JoinOrders } from './JoinOrders.tsx'
import { QueueBar } from './QueuePage.tsx'
import type { Shown } from './queue.store.ts'
import { ReachLink } from './Reach.tsx'
import type { RunStore } from './run.store.ts'
import { hasTypedHold } from './typed-hold.ts'

interface RunActsProps {
  shown: Shown
  /** Of the message. */
  language: MessageLanguage
  store: RunStore
}

type Asked = 'later' | 'problem' | 'join' | 'hold' | 'cancel'

/** At the foot of the screen, for one thumb: four buttons, and what is rarer behind two of them. */
export function RunActs({ shown, language, store }: RunActsProps) {
  const { id } = shown.found.order
  const [asked, setAsked] = useState<Asked | undefined>(() =>
    hasTypedHold(id) ? 'hold' : undefined,
  )
  const close = () => setAsked(undefined)
  const isSending = useStore(store.$submission).state === 'sending'
  const choose = (act: Act) => {
    close()
    void store.act(act)
  }
  const button = (name: string, onClick: () => void) => (
    <Button variant="secondary" isBusy={isSending} onClick={onClick}>
      {name}
    </Button>
  )
  return (
    <QueueBar store={store}>
      <div className="grid grid-cols-2 gap-2 *:min-h-12 md:grid-cols-4">
        <ReachLink
          kind="confirm"
          shown={shown}
          texts={store.texts}
          language={language}
          variant="primary"
          isBusy={isSending}
          onTell={() => void store.tell(language)}
        />
        {button(ACTS.yes, () => void store.act('yes'))}
        {button('Later', () => setAsked('later'))}
        {button('Problem', () => setAsked('problem'))}
      </div>
      {asked === 'later' && (
        <Sheet title="Ask again later" onClose={close}>
          {button(ACTS.later, () => choose('later'))}
          {button(ACTS.tomorrow, () => choose('tomorrow'))}
          {button(ACTS.no_answer, () => choose('no_answer'))}
        </Sheet>
      )}
      {asked === 'problem' && (
        <ProblemSheet shown={shown} onChoose={setAsked} onClose={close} button={button} />
      )}
      {asked === 'join' && (
        <Sheet title="Join orders" onClose={close}>
          <JoinOrders found={shown.found} onChange={store.load} />
        </Sheet>
      )}
      {asked === 'cancel' && (
        <CancelDialog
          id={id}
          isBusy={isSending}
          onClose={close}
          onCancel={(reason) => void store.cancel(reason).then(close)}
        />
      )}
      {asked === 'hold' && (
        <HoldDialog
          id={id}
          onClose={close}
          onHold={(hold) => {
            close()
            void store.act('hold', hold)
          }}
        />
      )}
    </QueueBar>
  )
}

interface ProblemSheetProps {
  shown: Shown
  onChoose: (asked: Asked) => void
  onClose: () => void
  button: (name: string, onClick: () => void) => React.ReactNode
}

/** What is wrong with an order. Each leads on to a question or another page: one press changes nothing. */
function ProblemSheet({ shown: { found }, onChoose, onClose, button }: ProblemSheetProps) {
  const { order, sameCustomer, joined } = found
  const { phone, secondPhone } = order.shippingAddress
  const link = (name: string, href: string) => (
    <a href={href} className={buttonClass('secondary')}>
      {name}
    </a>
  )
  return (
    <Sheet title={`Order ${order.id}`} onClose={onClose}>
      {link('Call', callLink(phone))}
      {secondPhone && link('Call Second Number', callLink(secondPhone))}
      {link('Change', `${paths.adminOrder(order.id)}#correction`)}
      {sameCustomer.length + joined.from.length > 0 &&
        button('Join orders', () => onChoose('join'))}
      {button('Hold', () => onChoose('hold'))}
      {button('Cancel Order', () => onChoose('cancel'))}
    </Sheet>
  )
}

interface CancelDialogProps {
  id: string
  isBusy: boolean
  onClose: () => void
  onCancel: (reason: EndReason | undefined) => void
}

/** Stays open until the press is done: where the session ends meanwhile, the reason is saved with the page. */
function CancelDialog({ id, isBusy, onClose, onCancel }: CancelDialogProps) {
  const [reason, setReason] = useState<EndReason | ''>('')
  return (
    <ConfirmDialog
      title={`Cancel order ${id}?`}
      action="Cancel Order"
      back="Keep it"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => onCancel(reason || undefined)}
    >
      <p>It is not sent. Its page can open it again.</p>
      <Select
        label="Reason"
        name={`endReason-${id}`}
        value={reason}
        options={END_REASON_OPTIONS}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
