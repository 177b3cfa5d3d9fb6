import { useStore } from '@nanostores/react'
import { optionsOf, Select } from '#admin/kit/Select.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { PagedList } from '#admin/lists/PagedList.tsx'
import { ReachOne } from '#desk/reach/messages/ReachOne.tsx'
import { island } from '#kit/island/island.tsx'
import { inBrackets } from '#kit/text.ts'
import { mayBeReplaced } from '#order/order.ts'
import { paths, REPLACEMENT } from '#paths.ts'
import { createHelpRequests, type HelpRequestsStore } from './help-requests.store.ts'
import { type ListedRequest, REQUEST_FILTERS } from './help-requests.ts'
import { RequestText } from './RequestText.tsx'

export const HelpRequestsIsland = island(HelpRequests, () => createHelpRequests())

function HelpRequests({ store }: { store: HelpRequestsStore }) {
  const { filter } = useStore(store.$query)
  const remote = useStore(store.$remote)
  const open = remote.state === 'ready' ? inBrackets(remote.value.open) : ''
  return (
    <section aria-labelledby="requests" className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="requests" className="text-h3">
          Requests for Help
        </h2>
        <Select
          label="State"
          name="state"
          value={filter}
          options={optionsOf({ ...REQUEST_FILTERS, open: REQUEST_FILTERS.open + open })}
          onChange={(chosen) => void store.show({ filter: chosen })}
          className="w-44 max-w-full"
        />
      </div>
      <PagedList list={store} name="requests for help">
        {({ rows }) => (
          <>
            {rows.length === 0 && (
              <p className="py-3 text-muted">
                {filter === 'open' ? 'No request is open' : 'No requests found'}
              </p>
            )}
            <ul aria-label="Requests for help, newest first" className="border-t border-line">
              {rows.map((request) => (
                <Request key={request.orderId} request={request} store={store} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </section>
  )
}

function Request({ request, store }: { request: ListedRequest; store: HelpRequestsStore }) {
  const { orderId, state, order } = request
  const { fullName, phone } = order.shippingAddress
  return (
    <li className="min-w-0 border-b border-line py-3">
      <p className="flex flex-wrap items-center gap-x-4">
        <a href={paths.adminOrder(orderId)} className="touch-link">
          Order {orderId}
        </a>
        <UntrustedText>{fullName}</UntrustedText>
        <UntrustedText dir="ltr">{phone}</UntrustedText>
        {state !== 'closed' && mayBeReplaced(order) && (
          <a href={`${paths.adminOrder(orderId)}#${REPLACEMENT}`} className="touch-link">
            Send a replacement
          </a>
        )}
      </p>
      <ReachOne kind="help" found={{ order, told: order.told }} chats={store.chats} isListed />
      <RequestText
        orderId={orderId}
        request={request}
        onSaved={(saved) => store.showState(orderId, saved)}
      />
    </li>
  )
}
