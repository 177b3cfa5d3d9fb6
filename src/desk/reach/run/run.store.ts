/*
 * The run: one order after the other, until all are confirmed (docs/desk-rules.md, rule 21.3). A reply of a customer who
 * waits in the list beside it is noted there.
 */

import { deviceId } from '#admin/auth/device-id.ts'
import type { NewAttempt, NotedAct } from '#admin/order/confirmation.ts'
import { newAttempt } from '#admin/order/confirmation.ts'
import type { EndReason } from '#admin/order/ending.ts'
import { type Kept, keepPlaces } from '#desk/lists/keep-places.ts'
import type { MessageLanguage } from '#kit/locale.ts'
import { createRemoteStore, type RemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { attemptPress, cancelPress, messagePress, type Replied, repliesPress } from './pressed.ts'
import { createQueue, queueServices } from './queue.store.ts'
import { fetchNextOrder, fetchRunList } from './run.api.ts'
import { type ListedOrder, msUntilDue } from './run-list.ts'

/** The time between two requests for the list and for the order on screen. */
const LIST_POLL_MS = 30_000

const defaults = { ...queueServices, fetchNextOrder, fetchRunList, deviceId }

export type RunServices = typeof defaults

export function createRun(options: Partial<RunServices> = {}) {
  const services = { ...defaults, ...options }
  const { fetchNextOrder, fetchRunList, deviceId } = services
  /** The rows that are listed. They keep their places until the next order comes on screen. */
  let shown: readonly Kept<ListedOrder>[] = []
  const list: RemoteStore<Kept<ListedOrder>[]> = createRemoteStore(
    async () => {
      const [orders] = await Promise.all([fetchRunList(deviceId()), queue.refresh()])
      const kept = keepPlaces(shown, orders, ({ place, id }) => `${place} ${id}`)
      shown = kept
      return kept
    },
    {
      errorMessage: 'Error fetching who waits for a reply',
      reloadsWhenVisible: true,
      pollMs: () => LIST_POLL_MS,
    },
  )
  const queue = createQueue({
    name: 'run',
    services,
    fetchNext: async (skipped, first) => {
      shown = []
      const [{ id, due }] = await Promise.all([
        fetchNextOrder(deviceId(), skipped, first),
        // msUntilNext() reads it.
        list.load(),
      ])
      return { id, left: { count: due } }
    },
    msUntilNext: () => {
      const view = list.$remote.get()
      return view.state === 'ready' ? msUntilDue(view.value) : undefined
    },
    loadList: list.load,
  })
  const { press } = queue
  return {
    ...queue,
    name: 'run' as const,
    list,
    start: () => stopAll(queue.start(), list.start()),
    /** Notes what came of the contact. */
    act: (act: NotedAct, more?: Pick<NewAttempt, 'reason' | 'text'>) =>
      press(({ found }) => attemptPress(newAttempt(found.order.id, act, more))),
    /** The chat is open already, with the link in its message. The order waits for the reply. */
    tell: (language: MessageLanguage) =>
      press(({ found, code }) =>
        messagePress({ id: found.order.id, kind: 'confirm', language, code }),
      ),
    cancel: (endReason: EndReason | undefined) =>
      press(({ found }) => cancelPress(found.order, endReason)),
    /** Notes that these customers said yes, who wait in the list. The order on screen stays. */
    confirm: (orders: readonly Replied[]) => queue.pressListed(repliesPress(orders)),
  }
}

export type RunStore = ReturnType<typeof createRun>
