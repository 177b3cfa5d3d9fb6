/* The admin's page of one order, with a database of that order alone. */
import { vi } from 'vitest'
import type { Act, ActRow, RowResult } from '#admin/acts/acts.api.ts'
import { formatDifference } from '#admin/acts/differences.ts'
import { withChange } from '#admin/acts/dispatch.ts'
import { unsavedSentence } from '#admin/acts/sentences.ts'
import type { RefusedRequest } from '#admin/auth/admin-request.ts'
import { createOrderDetail } from '#admin/order-page/order-detail.store.ts'
import type { OrderWithHistory } from '#admin/order-page/order-with-history.ts'
import type { OrderRequests } from '#admin/order-page/shown-order.ts'
import { createCorrection } from '#desk/order/correction.store.ts'
import type { SoldSize } from '#desk/order-editor/lines.ts'
import { toMinor } from '#kit/money.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Toast } from '#kit/toast/toast.store.ts'
import { type ShippingAddress, splitAddress } from '#order/address/address.ts'
import type { Order, OrderItem } from '#order/order.ts'
import { toOrderJson } from '#order/order-json.ts'
import { anOrder, NO_EARLIER_ORDERS, NOT_CONFIRMED } from './order-factories.ts'
import { booked, bookedResult, changeOfRow } from './sent-acts.ts'

export function withHistory(
  order: Order,
  change: Partial<OrderWithHistory> = {},
): OrderWithHistory {
  const more = { notes: [], changes: [], marks: [], manyTriesAt: null }
  const desk = {
    reasons: [],
    stage: 'to_confirm' as const,
    confirmation: NOT_CONFIRMED,
    attempts: [],
    told: { messages: [], language: null },
    endReason: null,
    sameCustomer: [],
    sameCustomerCount: 0,
    parcels: [],
    replacedBy: null,
    joined: { into: null, from: [] },
  }
  return { order, earlier: NO_EARLIER_ORDERS, source: 'website', ...more, ...desk, ...change }
}

/** An order's page before a database of one order, whose responses are the test's. */
export function aPage(saved = anOrder()) {
  let row = withHistory(saved)
  const toasts: Toast[] = []
  /** Rows without their ids and versions. */
  const sent: object[] = []
  /** What happens to the coming requests, in turn; else they are carried out. */
  const faults: ('lost' | 'response lost' | ShopError | Omit<RefusedRequest, 'ok'>)[] = []

  function set(change: Partial<Order>, more: Partial<OrderWithHistory> = {}): void {
    row = { ...row, ...more, order: { ...row.order, version: row.order.version + 1, ...change } }
  }

  async function write(version: number, change: object, apply: () => void) {
    sent.push(change)
    const fault = faults.shift()
    if (fault instanceof ShopError) throw fault
    if (fault === 'lost') throw new ShopError('unreachable')
    if (fault !== undefined && fault !== 'response lost') return { ok: false as const, ...fault }
    if (version !== row.order.version)
      return { ok: false as const, code: 'stale', order: row.order }
    apply()
    if (fault === 'response lost') throw new ShopError('unreachable')
    return { ok: true as const, order: row.order }
  }

  const responses = new Map<string, RowResult>()

  /** A request that is repeated gets the response of the first one. */
  async function sendAct({ request, act, rows: [asked = { id: '' }] }: Act): Promise<RowResult[]> {
    const { id } = asked
    const resultOf = () =>
      act === 'correct'
        ? { id, ok: true as const, order: toOrderJson(row.order) }
        : bookedResult(row.order, undefined, change)
    const change = changeOfRow(asked)
    const before = responses.get(request)
    const result = await write(
      before ? row.order.version : Number(asked['version']),
      change,
      () => {
        if (!before) set(act === 'correct' ? corrected(row.order, asked) : booked(row.order, asked))
        responses.set(request, resultOf())
      },
    )
    if (result.ok) return [responses.get(request) ?? bookedResult(row.order)]
    const { code, ...more } = result
    return [code === 'stale' ? bookedResult(row.order, code) : { ...more, id, code }]
  }

  const requests = {
    fetchOrderWithHistory: vi.fn(async () => row),
    seeOrder: vi.fn(async () => {}),
    sendAct: vi.fn(sendAct),
    showToast: (toast) => toasts.push(toast),
  } satisfies Partial<OrderRequests>
  const fetchSizes = vi.fn(async (): Promise<SoldSize[]> => [])
  const detail = createOrderDetail({
    typedId: 'ABCDEFGH',
    ...requests,
    createAdditions: (shown) => ({
      correction: createCorrection(shown, { ...requests, fetchSizes }),
    }),
  })
  if (!detail.additions) throw new Error('The page has no desk')
  return {
    ...detail,
    ...detail.additions,
    fetchSizes,
    requests,
    toasts,
    sent,
    faults,
    set,
    row: () => row,
    found() {
      const view = detail.$remote.get()
      if (view.state !== 'ready' || !view.value) throw new Error(`The order is ${view.state}`)
      return view.value
    },
    shown: () => {
      const view = detail.$remote.get()
      const found = view.state === 'ready' ? view.value : undefined
      return found && withChange(found.order, detail.dispatch.$form.get().row?.change ?? {})
    },
    unsaved: () => unsavedSentence(detail.dispatch.$form.get().row?.change ?? {}),
    meanwhile: () => detail.$meanwhile.get()?.map(formatDifference),
  }
}

/** What the row of a correction changes. */
function corrected(order: Order, row: ActRow): Partial<Order> {
  const all: Record<string, unknown> = { ...splitAddress(order.shippingAddress), ...row }
  const { shippingAddress, extras, items, total, advance } = all
  return {
    shippingAddress: { ...(shippingAddress as ShippingAddress), ...(extras as object) },
    ...(items !== undefined && {
      items: (items as OrderItem[]).map((item) => ({
        ...item,
        name: '',
        image: '',
        price: toMinor(item.price),
      })),
    }),
    ...(total !== undefined && { total: toMinor(Number(total)) }),
    ...(advance !== undefined && { advance: toMinor(Number(advance)) }),
  }
}

export async function aLoadedPage(saved?: Order) {
  const page = aPage(saved)
  await page.load()
  return page
}
