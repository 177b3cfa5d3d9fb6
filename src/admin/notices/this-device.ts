/* Web Push on this device of an admin. */
import { findSubscription, NOTICES_WORKER, subscribe } from '#kit/push-device.ts'
import { paths } from '#paths.ts'
import type { NewTarget } from './notices.api.ts'
import { deviceName } from './notices.ts'

/** The URL under which this device is told, if it is. */
export async function urlOfThisDevice(): Promise<string | undefined> {
  return (await findSubscription(paths.admin))?.endpoint
}

/** Undefined where the permission is not given. */
export async function subscribeThisDevice(publicKey: string): Promise<NewTarget | undefined> {
  const device = await subscribe(paths.admin, publicKey, workerUrl())
  return device && { way: 'push', name: deviceName(navigator.userAgent), ...device }
}

export async function unsubscribeThisDevice(): Promise<void> {
  await (await findSubscription(paths.admin))?.unsubscribe()
}

interface ScriptUrls {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrls): ScriptUrls
}

let trustedUrl: string | undefined

/** The content policy of the admin allows this policy, once in a page. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: () => NOTICES_WORKER }
  trustedUrl ??= (trustedTypes?.createPolicy('notices-worker', rules) ?? rules).createScriptURL(
    NOTICES_WORKER,
  )
  return trustedUrl
}
