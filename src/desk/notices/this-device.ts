/* Web Push on this device of an admin. */
import { findSubscription, subscribe } from '#kit/push-device.ts'
import { paths } from '#paths.ts'
import type { NamedDevice } from './notices.api.ts'
import { deviceName } from './notices.ts'

/** The URL under which this device is told, if it is. */
export async function urlOfThisDevice(): Promise<string | undefined> {
  return (await findSubscription(paths.admin))?.endpoint
}

/** Undefined where the permission is not given. */
export async function subscribeThisDevice(publicKey: string): Promise<NamedDevice | undefined> {
  const device = await subscribe(paths.admin, publicKey)
  return device && { name: deviceName(navigator.userAgent), ...device }
}

export async function unsubscribeThisDevice(): Promise<void> {
  await (await findSubscription(paths.admin))?.unsubscribe()
}
