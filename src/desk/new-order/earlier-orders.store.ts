/* Earlier orders of the phone in the form, as a hint. It stops nobody from saving. */

import { fetchOrders } from '#admin/orders/orders.api.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { cleanCode } from '#kit/text.ts'
import { ADDRESS_TABLE } from '#order/address/address.ts'
import { isSamePhone } from '#order/phone.ts'

/** How long nothing is typed before the backend is asked. */
const PAUSE_MS = 400

/** More are in the list, which the hint links to. */
const MAX_SHOWN = 5

export function createEarlierOrders(request = fetchOrders) {
  let phone = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const remote = createRemoteStore(fetchEarlier, {
    errorMessage: 'Error fetching orders',
    keepsValue: () => false,
  })
  remote.set([])

  /** The newest first. The search finds parts of phones too. */
  async function fetchEarlier(): Promise<OrderSummary[]> {
    const query = { search: phone, status: undefined, older: undefined, newer: undefined }
    const { rows } = await request(query, MAX_SHOWN)
    return rows.filter((row) => isSamePhone(row.phone, phone))
  }

  /** Follows what is typed. */
  function lookUp(typed: string): void {
    const now = cleanCode(typed)
    if (now === phone) return
    phone = now
    clearTimeout(timer)
    remote.set([])
    if (ADDRESS_TABLE.phone.isValid?.(phone)) timer = setTimeout(remote.load, PAUSE_MS)
  }

  return { $remote: remote.$remote, lookUp }
}

export type EarlierOrdersStore = ReturnType<typeof createEarlierOrders>

/** An order that this one may repeat by mistake. */
export function orderOfToday(orders: OrderSummary[], now: number): OrderSummary | undefined {
  return orders.find(
    ({ date, status }) => status !== 'cancelled' && now - Date.parse(date) < DAY_MS,
  )
}
