import { useStore } from '@nanostores/react'
import { Select } from '#kit/form/Select.tsx'
import { Pager } from '#kit/list/Pager.tsx'
import { RemoteView } from '#kit/remote/RemoteView.tsx'
import { island } from '#kit/scripts/island.tsx'
import { UntrustedText } from '#kit/view/UntrustedText.tsx'
import { paths } from '#paths.ts'
import { createHelpRequests, type HelpRequestsStore } from './help-requests.store.ts'
import { type ListedRequest, REQUEST_STATES, type RequestState } from './help-requests.ts'
import { RequestText } from './RequestText.tsx'

export const HelpRequestsIsland = island(HelpRequests, () => createHelpRequests())

const STATES = Object.entries(REQUEST_STATES) as [RequestState, string][]

function HelpRequests({ store }: { store: HelpRequestsStore }) {
  const filter = useStore(store.$filter)
  const remote = useStore(store.$remote)
  const open = remote.state === 'ready' ? ` (${remote.value.open})` : ''
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
          options={[
            ...STATES.map(([value, label]) => ({
              value,
              label: value === 'open' ? label + open : label,
            })),
            { value: 'all' as const, label: 'All' },
          ]}
          onChange={store.filter}
          className="w-44 max-w-full"
        />
      </div>
      <RemoteView remote={store} name="requests for help" showsReload>
        {({ requests, older }) => (
          <>
            {requests.length === 0 && (
              <p className="py-3 text-muted">
                {filter === 'open' ? 'No request is open' : 'No requests found'}
              </p>
            )}
            <ul aria-label="Requests for help, newest first" className="grid gap-3">
              {requests.map((request) => (
                <Request key={request.orderId} request={request} store={store} />
              ))}
            </ul>
            <Pager
              label="Pages of requests"
              onNewer={store.isNewest() ? undefined : store.showNewer}
              onOlder={older === undefined ? undefined : () => store.showOlder(older)}
            />
          </>
        )}
      </RemoteView>
    </section>
  )
}

function Request({ request, store }: { request: ListedRequest; store: HelpRequestsStore }) {
  const { orderId, fullName, phone } = request
  return (
    <li className="min-w-0 rounded-lg border border-line p-4">
      <p className="flex flex-wrap items-center gap-x-4">
        <a
          href={paths.adminOrder(orderId)}
          className="text-link inline-flex min-h-touch items-center"
        >
          Order {orderId}
        </a>
        <UntrustedText>{fullName}</UntrustedText>
        <UntrustedText dir="ltr">{phone}</UntrustedText>
      </p>
      <RequestText orderId={orderId} request={request} store={store.state} />
    </li>
  )
}
