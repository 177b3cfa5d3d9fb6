import { useStore } from '@nanostores/react'
import { formatContents } from '#admin/order/contents.ts'
import { formatParcel, type OrderInFull } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { amountToCollect } from '#order/sums.ts'
import { paths } from '#paths.ts'
import { QueuePage } from './QueuePage.tsx'
import { Reach } from './Reach.tsx'
import { createTeller, type TellerStore } from './tell.store.ts'

export const TellIsland = island(TellPage, () => createTeller())

const AFTERWARDS = {
  sentence: 'All customers know.',
  link: { href: `${paths.adminOrders}?status=shipped`, label: 'Shipped orders' },
}

/** One customer, and the chat at the foot. */
function TellPage({ store }: { store: TellerStore }) {
  const left = useStore(store.$count)
  return (
    <QueuePage
      title="Tell customers"
      counts={left && `${left.count}${left.hasMore ? '+' : ''} to tell`}
      noun="customer"
      queue={store}
      end={AFTERWARDS}
    >
      {(found) => <ToTell key={found.order.id} found={found} store={store} />}
    </QueuePage>
  )
}

function ToTell({ found, store }: { found: OrderInFull; store: TellerStore }) {
  const state = useStore(store.$opened)?.state
  const isUnsaved = state === 'unsaved'
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
        <p role="status" className={isUnsaved ? 'mb-2 text-danger' : 'sr-only'}>
          {isUnsaved && 'It is not saved that you wrote: press Next to try again.'}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Reach
            kind="shipped"
            shown={{ found }}
            texts={store.texts}
            variant="primary"
            onTell={(language) => void store.tell(language)}
          />
          <Button
            variant="secondary"
            isBusy={state === 'sending'}
            onClick={() => void store.next()}
          >
            {state ? 'Next' : 'Skip'}
          </Button>
        </div>
      </div>
    </>
  )
}
