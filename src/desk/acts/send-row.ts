/*
 * Sends the change of one row for the version that was seen (docs/product.md, rules 14.11, 14.18 and 15.2). An
 * order that changed meanwhile is left as it is. One that has the change after a lost response is saved.
 */
import { codeOf, hasCode } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { bookOrder } from './dispatch.api.ts'
import { dispatchOf, hasChange } from './dispatch.ts'
import type { DispatchRow, RowResult } from './row.ts'
import { describeMeanwhile, textsOf } from './sentences.ts'

export const sendServices = { bookOrder }

export type SendServices = typeof sendServices

export interface SentRow {
  row: DispatchRow
  /** As it is now, saved or stale. */
  order?: Order
}

export async function sendRow(row: DispatchRow, services: SendServices): Promise<SentRow> {
  try {
    return await sendChange(row, services)
  } catch (error) {
    return { row: failed(row, error) }
  }
}

/** The same, but throws where it is not known whether the change is saved, or the session is over. */
export async function sendChange(row: DispatchRow, services: SendServices): Promise<SentRow> {
  const { id, version, change, include, isUncertain } = row
  const response = await services.bookOrder(id, version, change, include)
  if (response.ok) return saved(row, response.order)
  const { code, order, reasons } = response
  if (reasons) return { row: { ...row, result: { state: 'refused', code, reasons } } }
  if (!order) return { row: { ...row, result: refusal(code) } }
  return isUncertain && hasChange(order, change) ? saved(row, order) : stale(row, order)
}

function saved(row: DispatchRow, order: Order): SentRow {
  const { version } = order
  return { row: { ...row, version, result: { state: 'saved' }, isUncertain: false }, order }
}

/** What is there now is what the admin has seen then. */
function stale(row: DispatchRow, order: Order): SentRow {
  const result = { state: 'stale' as const, meanwhile: describeMeanwhile(row.seen, order) }
  const { version } = order
  return { row: { ...row, version, seen: dispatchOf(order), result, isUncertain: false }, order }
}

function refusal(code: string): RowResult {
  return code === 'not_found' ? { state: 'missing' } : { state: 'refused', code }
}

function failed(row: DispatchRow, error: unknown): DispatchRow {
  if (hasCode(error, 'forbidden')) return { ...row, result: { state: 'signedOut' } }
  console.error(textsOf(row.change).logged, error)
  const code = codeOf(error)
  if (code === 'refused') return { ...row, result: { state: 'refused', code } }
  const state = code === 'unforeseen' ? 'unforeseen' : 'unreachable'
  return { ...row, result: { state }, isUncertain: true }
}
