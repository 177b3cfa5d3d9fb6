/*
 * What a function of the backend refuses. Only a body with `ok: false` and one of these codes is a refusal.
 * Any other response leaves the outcome unknown, whatever its status: a database that was killed, a wrong key
 * and the page of a proxy have a status of 4xx as well.
 */
import { isRecord } from '#kit/json.ts'
import { ShopError } from '#kit/remote/shop-error.ts'

/** Those of the functions that customers call. tests/parity/refusal-codes.test.ts compares them with the SQL. */
export const REFUSAL_CODES: ReadonlySet<unknown> = new Set([
  'address_invalid',
  'attempt_reused',
  'bad_field',
  'bad_request',
  'booked',
  'code_ended',
  'duplicate_line',
  'email_invalid',
  'extras_invalid',
  'id_taken',
  'invalid',
  'item_invalid',
  'item_paused',
  'item_unknown',
  'items_count',
  'items_invalid',
  'kind_invalid',
  'not_delivered',
  'not_found',
  'order_erased',
  'phone_invalid',
  'postal_invalid',
  'price_changed',
  'quantity_invalid',
  'rate_limited',
  'reason_invalid',
  'request_exists',
  'required',
  'stale',
  'too_large',
  'too_late',
  'too_long',
  'too_many_changes',
  'too_many_orders',
  'too_many_tries',
  'total_mismatch',
  'unknown_field',
  'use_post',
])

/** The refusal in a response body, or undefined where it is none. Its `cause` is the body. */
export function readRefusal(body: unknown): ShopError | undefined {
  if (!isRecord(body) || body['ok'] !== false || !REFUSAL_CODES.has(body['code'])) return undefined
  const field = typeof body['field'] === 'string' ? body['field'] : undefined
  return new ShopError(String(body['code']), { field, cause: body })
}
