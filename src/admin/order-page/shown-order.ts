/* One order as the database has it, and what the forms of its page share. */
import { atom, type ReadableAtom } from 'nanostores'
import { sendAct } from '#admin/acts/acts.api.ts'
import { type Difference, differences } from '#admin/acts/differences.ts'
import { isPageVisible } from '#kit/page-events.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { fetchOrderWithHistory, seeOrder } from './order-with-history.api.ts'
import type { OrderWithHistory } from './order-with-history.ts'

export const orderRequests = { fetchOrderWithHistory, seeOrder, sendAct, showToast }

export type OrderRequests = typeof orderRequests

/** A form of the page, which keeps what is typed, whatever is loaded meanwhile. */
export interface OrderForm {
  $form: ReadableAtom<{ isRestored: boolean; version: number | undefined }>
  isTyped(): boolean
  isSaving(): boolean
  discard(): void
  /** What the order has by now is not typed any more. */
  compare(): void
}

export function createShownOrder(
  orderId: string,
  { fetchOrderWithHistory: fetchOrder, seeOrder: see }: OrderRequests,
  forms: readonly OrderForm[],
) {
  /** What changed elsewhere while something was typed here. */
  const $meanwhile = atom<readonly Difference[] | undefined>()
  /** While what this page did is loaded, which is no news. */
  let isOwn = false
  const remote = createRemoteStore(fetchFound, {
    errorMessage: 'Error fetching orders',
    reloadsWhenVisible: true,
    mayReload: () => !forms.some((form) => form.isSaving()),
  })

  async function fetchFound(): Promise<OrderWithHistory | undefined> {
    if (!isOrderId(orderId)) return undefined
    const before = found()
    const after = await fetchOrder(orderId)
    if (!isOwn && forms.some((form) => form.isTyped())) sayChanged(before, after)
    // A failure is silent: the order stays marked. A tab in the background is loaded again once it is shown.
    if (after && isPageVisible()) void see(after.order).catch(() => {})
    return after
  }

  function found(): OrderWithHistory | undefined {
    const view = remote.$remote.get()
    return view.state === 'ready' ? view.value : undefined
  }

  function sayChanged(
    before: OrderWithHistory | undefined,
    after: OrderWithHistory | undefined,
  ): void {
    if (!before || !after || before.order.version >= after.order.version) return
    $meanwhile.set(differences(before.order, after.order))
  }

  function show(change: Partial<OrderWithHistory>): void {
    remote.update((view) => view && { ...view, ...change })
  }

  return {
    orderId,
    remote,
    $meanwhile,
    found,
    show,
    /** Shows what a change returned and what else it set, and loads its history. */
    takeOver(order: Partial<Order>, more?: Partial<OrderWithHistory>): void {
      const now = found()
      $meanwhile.set(undefined)
      if (now) show({ order: { ...now.order, ...order }, ...more })
      void remote.load()
    },
    /** Loads the order after an act of this page, or after its undoing. */
    async loadOwn(): Promise<void> {
      isOwn = true
      await remote.load()
      isOwn = false
    },
    /** Loads the order after a form was refused as stale, and says what changed. */
    async meetChange(): Promise<void> {
      const before = found()
      await remote.load()
      sayChanged(before, found())
    },
  }
}

export type ShownOrder = ReturnType<typeof createShownOrder>
