/* Placing orders over HTTP. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import type { ApiResponse } from './http-client.ts'
import type { TestApi } from './test-api.ts'

export type OrderBody = ReturnType<typeof aNewOrder>

/** A string is sent as the whole body, for what JSON.stringify() cannot write. */
export function place(
  api: TestApi,
  p: OrderBody | string = aNewOrder(),
  headers = {},
): Promise<ApiResponse> {
  return api.rpc('place_order', typeof p === 'string' ? p : { p }, { headers })
}

/** Places a valid order of the attacker. */
export async function placeOwnOrder(api: TestApi, headers = {}): Promise<OrderBody> {
  const request = aNewOrder()
  api.allowOrder(request.id)
  expect((await place(api, request, headers)).status).toBe(201)
  return request
}

/** The body of a new order with one text replaced. */
export function bodyWith(text: string, other: string): string {
  const body = JSON.stringify({ p: aNewOrder() })
  if (!body.includes(text)) throw new Error(`The request does not contain ${text}`)
  return body.replace(text, other)
}
