/*
 * One order as the database has it, and the forms that change it. Each form keeps what is typed into it
 * until that is saved, whatever the page loads meanwhile.
 */
import { atom, type WritableAtom } from 'nanostores'
import { type Difference, differences } from '#admin/order/differences.ts'
import type { OrderInFull, Told } from '#admin/order/orders.ts'
import { createRemoteStore, isPageVisible, stopAll } from '#kit/remote/remote-store.ts'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { isOrderId } from '#order/order-id.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { paths } from '#paths.ts'
import { createCorrection } from './correction.store.ts'
import { createDispatchForm } from './dispatch-form.store.ts'
import { createNotes } from './notes.store.ts'
import { type OrderRequests, orderRequests, type ShownOrder } from './shown-order.ts'
import { followTyping, readTypedDrafts, type TypedPage } from './typed-drafts.ts'

export interface OrderDetailOptions extends Partial<OrderRequests> {
  /** As it was typed or pasted into the path. */
  typedId: string
}

/** What the steps of the page work on. */
interface Detail extends TypedPage {
  requests: OrderRequests
  /** What changed elsewhere while something was typed here. */
  $meanwhile: WritableAtom<readonly Difference[] | undefined>
}

export function createOrderDetail({ typedId, ...options }: OrderDetailOptions) {
  const requests = { ...orderRequests, ...options }
  const orderId = parseOrderId(typedId) ?? typedId
  const remote = createRemoteStore(() => fetchOrder(detail), {
    errorMessage: 'Error fetching orders',
    keepsValue: true,
    reloadsWhenVisible: true,
    mayReload: () => !dispatch.isSaving() && !correction.isSaving(),
  })
  const detail: Detail = {
    orderId,
    requests,
    remote,
    $meanwhile: atom(undefined),
    $restored: atom(undefined),
    isTyped: () => dispatch.isTyped() || correction.isTyped(),
  }
  const shown: ShownOrder = {
    found: () => found(detail),
    load: remote.load,
    hold: remote.cancel,
    takeOver: (order, more) => takeOver(detail, order, more),
    meetChange: (order) => meetChange(detail, order),
  }
  const drafts = readTypedDrafts(orderId)
  const dispatch = createDispatchForm(shown, requests, drafts.booking?.value)
  const correction = createCorrection(shown, requests, drafts.correction?.value)
  followTyping(detail, drafts, { dispatch, correction })
  const notes = createNotes(orderId, { sendAct: requests.sendAct, load: remote.load })
  return {
    $remote: remote.$remote,
    $meanwhile: detail.$meanwhile,
    $restored: detail.$restored,
    /** Of both forms. */
    discardTyped: () => {
      dispatch.discard()
      correction.discard()
    },
    load: remote.load,
    showTold: (told: Told) => show(detail, { told }),
    start: () => start(detail),
    dispatch,
    correction,
    notes,
  }
}

export type OrderDetailStore = ReturnType<typeof createOrderDetail>

/** Follows the order until the returned function is called. Leaves for the list if it is unknown. */
function start({ orderId, remote }: Detail): () => void {
  const stopRedirect = remote.$remote.listen((view) => {
    if (view.state !== 'ready' || view.value) return
    showToastOnNextPage({
      title: 'Order not found',
      description: `No order found with ID ${orderId}`,
      tone: 'destructive',
    })
    location.replace(paths.adminOrders)
  })
  return stopAll(stopRedirect, remote.start())
}

async function fetchOrder(detail: Detail): Promise<OrderInFull | undefined> {
  const { orderId, requests, $meanwhile, isTyped } = detail
  if (!isOrderId(orderId)) return undefined
  const before = found(detail)
  const after = await requests.fetchOrderInFull(orderId)
  if (before && after && before.order.version < after.order.version && isTyped()) {
    $meanwhile.set(differences(before.order, after.order))
  }
  // A failure is silent: the order stays marked. A tab in the background is loaded again once it is shown.
  if (after && isPageVisible()) void requests.seeOrder(orderId).catch(() => {})
  return after
}

async function meetChange(detail: Detail, change: Partial<Order> | undefined): Promise<void> {
  await detail.remote.load()
  const now = found(detail)
  // The load failed.
  if (!now || now.order.version >= (change?.version ?? 0)) return
  const order = { ...now.order, ...change }
  detail.$meanwhile.set(differences(now.order, order))
  show(detail, { order })
}

function takeOver(detail: Detail, change: Partial<Order>, more?: Partial<OrderInFull>): void {
  const now = found(detail)
  detail.$meanwhile.set(undefined)
  if (now) show(detail, { order: { ...now.order, ...change }, ...more })
  void detail.remote.load()
}

function show({ remote }: Detail, change: Partial<OrderInFull>): void {
  remote.update((view) => view && { ...view, ...change })
}

function found({ remote }: Detail): OrderInFull | undefined {
  const view = remote.$remote.get()
  return view.state === 'ready' ? view.value : undefined
}
