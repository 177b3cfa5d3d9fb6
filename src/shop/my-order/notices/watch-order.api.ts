/* The request that tells this device of the steps of its order. Each may throw a ShopError. */
import { rpc } from '#api/rpc.ts'
import { isRecord } from '#kit/json.ts'
import type { PushDevice } from '#kit/push-device.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { OrderKey } from '#order/device/order-key.ts'

/**
 * Changes nothing without a device. Returns the key that a subscription needs; undefined until the program that sends
 * notices has run once.
 */
export async function watchOrder(key: OrderKey, device?: PushDevice): Promise<string | undefined> {
  const publicKey = await send({ ...key, ...device })
  return typeof publicKey === 'string' ? publicKey : undefined
}

export async function unwatchOrder(key: OrderKey, url: string): Promise<void> {
  await send({ ...key, url })
}

async function send(p: OrderKey & Partial<PushDevice>): Promise<unknown> {
  const { body, cause } = await rpc('watch_order', { p: { ...p } })
  if (!isRecord(body) || body['ok'] !== true) throw new ShopError('unreachable', { cause })
  return body['publicKey']
}
