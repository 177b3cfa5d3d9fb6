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

const services = { fetchHelpRequests, setRequestState, setUnread: unread.set }

type RequestServices = typeof services

/** Sets the state of one order's request. `onSaved` shows it. */
export function createRequestState(
  onSaved: (orderId: string, state: RequestState) => void,
  options: Partial<RequestServices> = {},
) {
  const { setRequestState, setUnread } = { ...services, ...options }
  const { $submission, submit } = createToastSubmit('Error saving a request for help')

  async function set(orderId: string, state: RequestState): Promise<void> {
    await submit(async () => {
      setUnread(await setRequestState(orderId, state))
      onSaved(orderId, state)
    })
  }

  return { $submission, set }
}

export type RequestStateStore = ReturnType<typeof createRequestState>

type RequestsOptions = Partial<RequestServices> &
  Pick<ListOptions<RequestQuery, RequestPage>, 'url'>

export function createHelpRequests({ url, ...options }: RequestsOptions = {}) {
  const list = createList<RequestQuery, RequestPage>({
    schema: requestQuerySchema,
    fetchPage: options.fetchHelpRequests ?? fetchHelpRequests,
    errorMessage: 'Error fetching requests for help',
    reloadsWhenVisible: true,
    ...(url && { url }),
  })
  const state = createRequestState(showState, options)

  const chats = createChats({
    onTold: (orderId, told) =>
      change(orderId, ({ order }) => ({ order: order && told ? { ...order, told } : order })),
  })

  /** A request stays in its place, whatever the filter, until the list is loaded again. */
  function showState(orderId: string, state: RequestState): void {
    change(orderId, () => ({ state }))
  }

  function change(orderId: string, of: (request: ListedRequest) => Partial<ListedRequest>): void {
    list.update((page) => ({
      ...page,
      rows: page.rows.map((request) =>
        request.orderId === orderId ? { ...request, ...of(request) } : request,
      ),
    }))
  }

  return { ...list, state, chats, start: () => stopAll(list.start(), chats.start()) }
}

export type HelpRequestsStore = ReturnType<typeof createHelpRequests>
