import { useStore } from '@nanostores/react'
import { formatContents } from '#admin/order/contents.ts'
import { formatParcel } from '#admin/order/orders.ts'
import { Button, buttonClass } from '#kit/form/Button.tsx'
import { formatMoney } from '#kit/money.ts'
import { LoadProblem } from '#kit/remote/LoadProblem.tsx'
import { island } from '#kit/scripts/island.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { amountToCollect } from '#order/sums.ts'
import { paths } from '#paths.ts'
import { ChatsCount } from './ChatsCount.tsx'
import { Reach } from './Reach.tsx'
import { createTeller, type TellerStore, type Telling } from './tell.store.ts'

export const TellIsland = island(TellPage, () => createTeller())

/** One customer on the whole screen, and the chat at its foot, for one thumb. */
function TellPage({ store }: { store: TellerStore }) {
  const telling = useStore(store.$telling)
  return (
    <div className="action-bar-page flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h3">Tell customers</h1>
        <Counts store={store} />
      </div>
      <p role="status" className="text-muted empty:hidden">
        {telling.step === 'loading' && 'Loading the next customer...'}
      </p>
      {telling.step === 'failed' && (
        <LoadProblem
          title="The next customer could not be loaded."
          error={telling.error}
          onRetry={() => void store.reload()}
        />
      )}
      {telling.step === 'done' && <AllTold store={store} />}
      {telling.step === 'order' && (
        <ToTell key={telling.found.order.id} telling={telling} store={store} />
      )}
    </div>
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

function AllTold({ store }: { store: TellerStore }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>All customers know.</p>
      <div className="flex flex-wrap gap-3">
        <a href={`${paths.adminOrders}?status=shipped`} className={buttonClass('primary')}>
          Shipped orders
        </a>
        <Button variant="secondary" onClick={() => void store.reload()}>
          Look again
        </Button>
      </div>
    </div>
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
