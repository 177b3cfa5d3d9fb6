/* The list of customers' requests for help, and the state that the admin gives each. */
import { atom } from 'nanostores'
import { unread } from '#admin/messages/unread.store.ts'
import { saveOrSay } from '#admin/save-or-say.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { fetchHelpRequests, setRequestState } from './help-requests.api.ts'
import type { RequestState } from './help-requests.ts'

export type RequestFilter = RequestState | 'all'

const services = { fetchHelpRequests, setRequestState, setUnread: unread.set }

export type RequestServices = typeof services

/** Sets the state of one order's request. `onSaved` shows it. */
export function createRequestState(
  onSaved: (orderId: string, state: RequestState) => void,
  options: Partial<RequestServices> = {},
) {
  const { setRequestState, setUnread } = { ...services, ...options }
  const $isSaving = atom(false)

  async function set(orderId: string, state: RequestState): Promise<void> {
    if ($isSaving.get()) return
    $isSaving.set(true)
    const count = await saveOrSay(
      () => setRequestState(orderId, state),
      'Error saving a request for help',
    )
    $isSaving.set(false)
    if (count === undefined) return
    setUnread(count)
    onSaved(orderId, state)
  }

  return { $isSaving, set }
}

export type RequestStateStore = ReturnType<typeof createRequestState>

export function createHelpRequests(options: Partial<RequestServices> = {}) {
  const { fetchHelpRequests } = { ...services, ...options }
  const $filter = atom<RequestFilter>('open')
  /** What leads to the page on screen: undefined is the newest page. */
  const $pages = atom<readonly (number | undefined)[]>([undefined])
  const remote = createRemoteStore(
    () => {
      const filter = $filter.get()
      return fetchHelpRequests(filter === 'all' ? undefined : filter, $pages.get().at(-1))
    },
    {
      errorMessage: 'Error fetching requests for help',
      keepsValue: true,
      reloadsWhenVisible: true,
      retriesWhenOnline: true,
    },
  )
  const state = createRequestState(showState, options)

  /** A request stays in its place, whatever the filter, until the list is loaded again. */
  function showState(orderId: string, state: RequestState): void {
    remote.update((page) => ({
      ...page,
      requests: page.requests.map((request) =>
        request.orderId === orderId ? { ...request, state } : request,
      ),
    }))
  }

  function show(pages: readonly (number | undefined)[]): void {
    $pages.set(pages)
    void remote.load()
  }

  return {
    ...remote,
    state,
    $filter,
    filter(filter: RequestFilter): void {
      $filter.set(filter)
      show([undefined])
    },
    showOlder: (older: number) => show([...$pages.get(), older]),
    showNewer: () => show($pages.get().slice(0, -1)),
    isNewest: () => $pages.get().length === 1,
  }
}

export type HelpRequestsStore = ReturnType<typeof createHelpRequests>
