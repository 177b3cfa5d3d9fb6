/* Web Push on this device. */
import { paths } from '#paths.ts'
import type { NewTarget } from './notices.api.ts'
import { deviceName } from './notices.ts'

const WORKER = '/notices-worker.js'

/** `install`: an iPhone or iPad, where only a page on the home screen may show notices. */
export type PushSupport = 'ready' | 'denied' | 'install' | 'missing'

export function pushSupport(): PushSupport {
  if ('PushManager' in globalThis && 'Notification' in globalThis && navigator.serviceWorker)
    return Notification.permission === 'denied' ? 'denied' : 'ready'
  // An iPad says that it is a Mac.
  const isTouchedMac = /Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  return isTouchedMac || /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'missing'
}

/** The URL under which this device is told, if it is. */
export async function urlOfThisDevice(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(paths.admin)
  if (!registration || new URL(registration.scope).pathname !== paths.admin) return undefined
  return (await registration.pushManager?.getSubscription())?.endpoint
}

/** Called by a press, since browsers ask for the permission only then. Undefined where it is not given. */
export async function subscribeThisDevice(publicKey: string): Promise<NewTarget | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.register(workerUrl(), { scope: paths.admin })
  await activated(registration)
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { pushManager } = registration
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // It was subscribed with another key of the shop.
    const former = await pushManager.getSubscription()
    if (!former) throw error
    await former.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return { way: 'push', url: endpoint, p256dh, auth, name: deviceName(navigator.userAgent) }
}

export async function unsubscribeThisDevice(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(paths.admin)
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Resolves when the worker is active, as a subscription demands. */
async function activated(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The worker was not installed'))
    })
  })
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
  const rules = { createScriptURL: () => WORKER }
  trustedUrl ??= (trustedTypes?.createPolicy('notices-worker', rules) ?? rules).createScriptURL(
    WORKER,
  )
  return trustedUrl
}
