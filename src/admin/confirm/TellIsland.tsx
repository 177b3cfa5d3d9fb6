import { useStore } from '@nanostores/react'
import { formatContents } from '#admin/order/contents.ts'
import { formatParcel } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { formatMoney } from '#kit/money.ts'
import { island } from '#kit/scripts/island.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { amountToCollect } from '#order/sums.ts'
import { paths } from '#paths.ts'
import { ChatsCount } from './ChatsCount.tsx'
import { QueuePage } from './QueuePage.tsx'
import { Reach } from './Reach.tsx'
import { createTeller, type TellerStore, type Telling } from './tell.store.ts'

export const TellIsland = island(TellPage, () => createTeller())

const AFTERWARDS = {
  sentence: 'All customers know.',
  link: { href: `${paths.adminOrders}?status=shipped`, label: 'Shipped orders' },
}

/** One customer, and the chat at the foot. */
function TellPage({ store }: { store: TellerStore }) {
  const telling = useStore(store.$telling)
  return (
    <QueuePage
      title="Tell customers"
      counts={<Counts store={store} />}
      noun="customer"
      state={telling}
      onReload={store.reload}
      end={AFTERWARDS}
    >
      {telling.step === 'order' && (
        <ToTell key={telling.found.order.id} telling={telling} store={store} />
      )}
    </QueuePage>
  )
}

function Counts({ store }: { store: TellerStore }) {
  const untold = useStore(store.$untold)
  if (!untold) return null
  return (
    <p className="text-muted">
      {untold.count}
      {untold.hasMore && '+'} to tell
      <ChatsCount chats={store.chats} />
    </p>
  )
}

interface ToTellProps {
  telling: Extract<Telling, { step: 'order' }>
  store: TellerStore
}

function ToTell({ telling, store }: ToTellProps) {
  const { found, note } = telling
  const { order } = found
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
      <div className="action-bar">
        <p role="status" className={note === 'unsaved' ? 'mb-2 text-danger' : 'sr-only'}>
          {note === 'unsaved' && 'It is not saved that you wrote: press Next to try again.'}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Reach
            kind="shipped"
            shown={telling}
            variant="primary"
            onTell={(language) => void store.tell(language)}
          />
          <Button variant="secondary" isBusy={note === 'sending'} onClick={() => void store.next()}>
            {note === 'none' ? 'Skip' : 'Next'}
          </Button>
        </div>
      </div>
    </>
  )
}
