import { useState } from 'react'
import { formatContents } from '#admin/order/contents.ts'
import { formatEarlierOrders, SOURCE_TEXTS } from '#admin/order/earlier-orders.ts'
import { OrderMarks } from '#admin/order/OrderMarks.tsx'
import { ordersOfPhone } from '#admin/order/orders.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage } from '#config/locale.ts'
import { formatMoment } from '#kit/dates.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { Select } from '#kit/form/Select.tsx'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { callLink, whatsAppLink } from '#order/phone.ts'
import { amountToCollect } from '#order/sums.ts'
import { AddressLines } from '#order/view/AddressLines.tsx'
import { paths } from '#paths.ts'
import { Attempts } from './Attempts.tsx'
import { JoinOrders } from './JoinOrders.tsx'
import { messageText } from './message-texts.ts'
import type { RunStore, ShownRun } from './run.store.ts'

const LANGUAGES = (Object.keys(MESSAGE_LANGUAGES) as MessageLanguage[]).map((value) => ({
  value,
  label: MESSAGE_LANGUAGES[value],
}))

/** What is in the parcel, where it goes, what is doubtful, and how the customer is reached. */
export function RunOrder({ shown, store }: { shown: ShownRun; store: RunStore }) {
  const { order, earlier, marks, source, attempts } = shown.found
  const { shippingAddress } = order
  return (
    <article aria-label={`Order ${order.id}`} className="grid gap-4">
      <p className="text-h3 font-body font-semibold">{formatContents(order.items)}</p>
      <p className="flex flex-wrap gap-x-4">
        <strong>{formatMoney(amountToCollect(order))} to collect</strong>
        <a href={paths.adminOrder(order.id)} className="text-link">
          {order.id}
        </a>
        <span className="text-muted">{formatMoment(order.date)}</span>
      </p>
      <AddressLines address={shippingAddress} className="grid" Line={UntrustedText} />
      <OrderMarks marks={marks} />
      <p className="text-muted">
        <a href={ordersOfPhone(shippingAddress.phone)} className="text-link">
          {formatEarlierOrders(earlier)}
        </a>{' '}
        · {SOURCE_TEXTS[source]}
      </p>
      <Reach shown={shown} store={store} />
      <JoinOrders found={shown.found} onChange={store.reload} />
      <Attempts attempts={attempts} />
    </article>
  )
}

/** The language of the last message to this phone, else the one that is used most. */
function Reach({ shown, store }: { shown: ShownRun; store: RunStore }) {
  const { order, told } = shown.found
  const [language, setLanguage] = useState<MessageLanguage>(told.language ?? 'ur-Latn')
  const { phone } = order.shippingAddress
  const chat = whatsAppLink(phone, messageText('confirm', language, order, shown))
  return (
    <div className="flex flex-wrap items-end gap-3">
      {chat && (
        <a
          href={chat}
          target="_blank"
          rel="noreferrer"
          onClick={() => void store.tell('confirm', language)}
          className={buttonClass('secondary')}
        >
          WhatsApp{told.messages.length > 0 && ` (sent ${told.messages.length})`}
        </a>
      )}
      <a href={callLink(phone)} className={buttonClass('secondary')}>
        Call
      </a>
      <Select
        label="Language"
        labelClass="sr-only"
        value={language}
        options={LANGUAGES}
        onChange={setLanguage}
      />
    </div>
  )
}
