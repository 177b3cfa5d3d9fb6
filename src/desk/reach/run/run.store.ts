/*
 * The run: one order after the other, until all are confirmed (docs/desk-rules.md, rule 21.3). A reply of a customer who
 * waits in the list beside it is noted there.
 */

import { computed } from 'nanostores'
import { planRow, toActRow } from '#admin/acts/dispatch-row.ts'
import { deviceId } from '#admin/auth/device-id.ts'
import {
  type NewAttempt,
  NOTED_ACTS,
  type NotedAct,
  newAttempt,
} from '#admin/order/confirmation.ts'
import type { EndReason } from '#admin/order/ending.ts'
import { type Kept, keepPlaces } from '#desk/lists/keep-places.ts'
import type { MessageLanguage } from '#kit/locale.ts'
import { createRemoteStore, type RemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { createQueue, queueServices } from './queue.store.ts'
import { fetchNextOrder, fetchRunList } from './run.api.ts'
import { type ListedOrder, msUntilDue } from './run-list.ts'

/** The time between two requests for the list and for the order on screen. */
const LIST_POLL_MS = 30_000

const NONE: readonly Kept<ListedOrder>[] = []

const defaults = { ...queueServices, fetchNextOrder, fetchRunList, deviceId }

export type RunServices = typeof defaults

export function createRun(options: Partial<RunServices> = {}) {
  const services = { ...defaults, ...options }
  const { fetchNextOrder, fetchRunList, deviceId } = services
  /** The rows that are listed. They keep their places until the next order comes on screen. */
  let shown = NONE
  const list: RemoteStore<readonly Kept<ListedOrder>[]> = createRemoteStore(
    async () => {
      const [orders] = await Promise.all([fetchRunList(deviceId()), queue.refresh()])
      shown = keepPlaces(shown, orders, ({ place, id }) => `${place} ${id}`)
      return shown
    },
    {
      errorMessage: 'Error fetching who waits for a reply',
      reloadsWhenVisible: true,
      pollMs: () => LIST_POLL_MS,
    },
  )
  /** None until they are known. */
  const $orders = computed(list.$remote, (view) => (view.state === 'ready' ? view.value : NONE))
  const queue = createQueue({
    name: 'run',
    services,
    fetchNext: async (skipped, first) => {
      shown = NONE
      const [next] = await Promise.all([
        fetchNextOrder(deviceId(), skipped, first),
        // msUntilNext() reads it.
        list.load(),
      ])
      return next
    },
    msUntilNext: () => msUntilDue($orders.get()),
    loadList: list.load,
  })
  const { press } = queue
  return {
    ...queue,
    list,
    $orders,
    start: () => stopAll(queue.start(), list.start()),
    /** Notes what came of the contact. */
    act: (act: NotedAct, more?: Pick<NewAttempt, 'reason' | 'text'>) =>
      press(({ found }) => ({
        act: 'attempt',
        rows: [{ ...newAttempt(found.order.id, act, more) }],
        name: NOTED_ACTS[act],
      })),
    /** The chat is open already, with the link in its message. The order waits for the reply. */
    tell: (language: MessageLanguage) =>
      press(({ found, code }) => ({
        act: 'tell',
        rows: [{ id: found.order.id, kind: 'confirm', language, code }],
        name: 'WhatsApp',
      })),
    cancel: (endReason: EndReason | undefined) =>
      press(({ found }) => {
        const row = planRow(found.order, { status: 'cancelled', endReason })
        return { act: 'book', rows: [toActRow(row)], name: 'Cancel', row }
      }),
    /** Notes that these customers said yes, who wait in the list. */
    async confirm(orders: readonly ListedOrder[]): Promise<void> {
      const [first] = orders
      const rows = orders.map(({ id }) => ({ ...newAttempt(id, 'yes') }))
      if (first) await queue.pressListed(first, { act: 'attempt', rows, name: NOTED_ACTS.yes })
    },
  }
}

export type RunStore = ReturnType<typeof createRun>
