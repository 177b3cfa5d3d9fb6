/* The list's search, filter and page as an address: shared, reloaded, gone back to. */
import { isOrderId, ORDER_STATUSES } from '#features/orders/order.ts'
import type { Cursor, OrderQuery } from '../order-list.ts'

export const ALL_ORDERS: OrderQuery = { search: '', status: undefined }

/** As long as the longest name that the store takes. */
export const MAX_SEARCH_LENGTH = 100

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/

/** Only what differs from all orders is written. */
export function toSearchParams({
  search,
  status,
  olderThan,
  newerThan,
}: OrderQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search.trim()) params.set('q', search)
  if (status) params.set('status', status)
  if (olderThan) params.set('before', fromCursor(olderThan))
  if (newerThan) params.set('after', fromCursor(newerThan))
  return params
}

/** Anyone can write an address: what makes no sense in it is as good as absent. */
export function fromSearchParams(params: URLSearchParams): OrderQuery {
  const olderThan = toCursor(params.get('before'))
  const newerThan = olderThan ? undefined : toCursor(params.get('after'))
  return {
    search: (params.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    status: ORDER_STATUSES.find((status) => status === params.get('status')),
    ...(olderThan && { olderThan }),
    ...(newerThan && { newerThan }),
  }
}

/** Whether a list of it begins with the newest order of all. */
export function isNewest(query: OrderQuery): boolean {
  return toSearchParams(query).size === 0
}

function fromCursor({ date, id }: Cursor): string {
  return `${date},${id}`
}

function toCursor(text: string | null): Cursor | undefined {
  const [date = '', id = ''] = text?.split(',') ?? []
  const isMoment = TIMESTAMP.test(date) && !Number.isNaN(Date.parse(date))
  return isMoment && isOrderId(id) ? { date, id } : undefined
}
