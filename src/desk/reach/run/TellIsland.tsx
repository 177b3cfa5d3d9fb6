import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatContents } from '#admin/order/contents.ts'
import { formatParcel } from '#admin/order/orders.ts'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { amountToCollect } from '#order/sums.ts'
import { paths } from '#paths.ts'
import { QueueBar, QueuePage } from './QueuePage.tsx'
import type { Shown } from './queue.store.ts'
import { languageOf, Reach } from './Reach.tsx'
import { createTeller, type TellerStore } from './tell.store.ts'

export const TellIsland = island(TellPage, () => createTeller())

const AFTERWARDS = {
  sentence: 'All customers know.',
  link: { href: `${paths.adminOrders}?status=shipped`, label: 'Shipped orders' },
}

/** One customer, and the chat at the foot. */
function TellPage({ store }: { store: TellerStore }) {
  const left = useStore(store.$left)
  const skipped = useStore(store.$skipped).length
  return (
    <QueuePage
      title="Tell customers"
      counts={left && `${left.count}${left.hasMore ? '+' : ''} to tell`}
      noun="customer"
      store={store}
      end={skipped > 0 ? { ...AFTERWARDS, sentence: `${skipped} passed over here.` } : AFTERWARDS}
    >
      {(shown) => <ToTell key={shown.found.order.id} shown={shown} store={store} />}
    </QueuePage>
  )
}

function ToTell({ shown, store }: { shown: Shown; store: TellerStore }) {
  const [language, setLanguage] = useState(() => languageOf(shown.found))
  const isSending = useStore(store.$submission).state === 'sending'
  const { order } = shown.found
  const { fullName, city, phone } = order.shippingAddress
  return (
    <>
      <article aria-label={`Order ${order.id}`} className="grid gap-2">
        <p className="text-h3 font-body font-semibold">
          <UntrustedText>{fullName}</UntrustedText>
        </p>
        <p className="flex flex-wrap gap-x-4 text-muted">
          <UntrustedText>{city}</UntrustedText>
          <UntrustedText dir="ltr">{phone}</UntrustedText>
        </p>
        <p>{formatContents(order.items)}</p>
        <p className="flex flex-wrap gap-x-4">
          <a href={paths.adminOrder(order.id)} className="text-link">
            {order.id}
          </a>
          <bdi>{formatParcel(order) || 'No courier, no number'}</bdi>
          <span>{formatMoney(amountToCollect(order))} to collect</span>
        </p>
      </article>
      <QueueBar noun="customer" store={store}>
        <Reach
          kind="shipped"
          shown={{ found: shown.found }}
          texts={store.texts}
          language={language}
          onLanguage={setLanguage}
          variant="primary"
          isBusy={isSending}
          onTell={() => void store.tell(language)}
        />
      </QueueBar>
    </>
  )
}
