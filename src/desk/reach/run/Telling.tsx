import { useStore } from '@nanostores/react'
import { ReachLink } from '#desk/reach/messages/Reach.tsx'
import { buttonClass } from '#kit/form/Button.tsx'
import { callLink } from '#order/phone.ts'
import { paths } from '#paths.ts'
import { QueueBar, QueuePage } from './QueuePage.tsx'
import { RunOrder } from './RunOrder.tsx'
import type { TellerStore } from './tell.store.ts'

/** Customers to tell that their parcels are on the way: the chat with the tracking number in it, and a call. */
export function Telling({ store }: { store: TellerStore }) {
  const next = useStore(store.$next)
  const skipped = useStore(store.$skipped).length
  const isSending = useStore(store.$submission).state === 'sending'
  return (
    <QueuePage
      title="Tell customers"
      counts={next && `${next.due}${next.hasMore ? '+' : ''} to tell`}
      store={store}
      end={{
        sentence: skipped > 0 ? `${skipped} passed over here.` : 'All customers know.',
        next: { label: 'Parcels', href: paths.adminParcels },
      }}
    >
      {({ found }) => (
        <RunOrder key={found.order.id} found={found} stage="to_tell">
          {(language) => (
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
                <a
                  href={callLink(found.order.shippingAddress.phone)}
                  className={buttonClass('secondary')}
                >
                  Call
                </a>
              </div>
            </QueueBar>
          )}
        </RunOrder>
      )}
    </QueuePage>
  )
}
