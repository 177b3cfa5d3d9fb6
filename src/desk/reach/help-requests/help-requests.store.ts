/* The list of customers' requests for help, and the state that the admin gives each. */

import { createList, type ListOptions } from '#admin/lists/list.store.ts'
import { unread } from '#admin/messages/unread.store.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { createChats } from '#desk/reach/messages/chats.store.ts'
import { stopAll } from '#kit/remote/remote-store.ts'
import { fetchHelpRequests, setRequestState } from './help-requests.api.ts'
import {
  type ListedRequest,
  type RequestPage,
  type RequestQuery,
  type RequestState,
  requestQuerySchema,
} from './help-requests.ts'

/** Sets the state of one order's request. */
export function createRequestState(orderId: string) {
  const { $submission, submit } = createToastSubmit('Error saving a request for help')
  return {
    $submission,
    set: (state: RequestState, onSaved: (state: RequestState) => void) =>
      submit(async () => {
        unread.set(await setRequestState(orderId, state))
        onSaved(state)
        return undefined
      }),
  }
}

type RequestsOptions = Pick<ListOptions<RequestQuery, RequestPage>, 'url'> & {
  fetchHelpRequests?: typeof fetchHelpRequests
}

export function createHelpRequests({ url, ...options }: RequestsOptions = {}) {
  const list = createList<RequestQuery, RequestPage>({
    schema: requestQuerySchema,
    fetchPage: options.fetchHelpRequests ?? fetchHelpRequests,
    errorMessage: 'Error fetching requests for help',
    reloadsWhenVisible: true,
    ...(url && { url }),
  })

  function change(orderId: string, of: (request: ListedRequest) => Partial<ListedRequest>): void {
    list.update((page) => ({
      ...page,
      rows: page.rows.map((request) =>
        request.orderId === orderId ? { ...request, ...of(request) } : request,
      ),
    }))
  }

  const chats = createChats({
    onTold: (orderId, told) =>
      change(orderId, ({ order }) => ({ order: { ...order, ...(told && { told }) } })),
  })

  return {
    ...list,
    chats,
    start: () => stopAll(list.start(), chats.start()),
    /** A request stays in its place, whatever the filter, until the list is loaded again. */
    showState: (orderId: string, state: RequestState) => change(orderId, () => ({ state })),
  }
}

export type HelpRequestsStore = ReturnType<typeof createHelpRequests>
