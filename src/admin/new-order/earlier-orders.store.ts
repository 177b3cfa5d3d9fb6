/* Earlier orders of the phone in the form, as a hint. It stops nobody from saving. */

import { atom } from 'nanostores'
import { fetchOrders } from '#admin/order/orders.api.ts'
import type { OrderSummary } from '#admin/order/orders.ts'
import { DAY_MS } from '#kit/day-ms.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { cleanText, foldDigits } from '#kit/text.ts'
import { ADDRESS_TABLE } from '#order/address/address.ts'
import { isSamePhone } from '#order/phone.ts'

/** How long nothing is typed before the backend is asked. */
const PAUSE_MS = 400

/** More are in the list, which the hint links to. */
const MAX_SHOWN = 5

interface EarlierOrders {
  phone: string
  /** The newest first. Undefined where they could not be loaded. */
  orders: OrderSummary[] | undefined
}

export function createEarlierOrders(request = fetchOrders) {
  const $earlier = atom<EarlierOrders | undefined>(undefined)
  let current = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Follows what is typed; `pause` is 0 for a phone that was there when the page opened. */
  function lookUp(typed: string, pause = PAUSE_MS): void {
    const phone = foldDigits(cleanText(typed))
    if (phone === current) return
    current = phone
    clearTimeout(timer)
    $earlier.set(undefined)
    if (ADDRESS_TABLE.phone.isValid?.(phone)) timer = setTimeout(() => void load(phone), pause)
  }

  async function load(phone: string): Promise<void> {
    try {
      const query = { search: phone, status: undefined, older: undefined, newer: undefined }
      const { rows } = await request(query, MAX_SHOWN)
      // The search finds parts of phones too.
      show(
        phone,
        rows.filter((row) => isSamePhone(row.phone, phone)),
      )
    } catch (error) {
      // The session is over, and the page on its way to the login.
      if (hasCode(error, 'forbidden')) return
      console.error('Error fetching orders', error)
      show(phone, undefined)
    }
  }

  function show(phone: string, orders: OrderSummary[] | undefined): void {
    if (phone === current) $earlier.set({ phone, orders })
  }

  return { $earlier, lookUp }
}

export type EarlierOrdersStore = ReturnType<typeof createEarlierOrders>

/** An order that this one may repeat by mistake. */
export function orderOfToday(orders: OrderSummary[], now: number): OrderSummary | undefined {
  return orders.find(
    ({ date, status }) => status !== 'cancelled' && now - Date.parse(date) < DAY_MS,
  )
}
