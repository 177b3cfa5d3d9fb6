/* Web Push on this device: a worker for a part of the site, and its subscription. */
import { trustedWorkerUrl } from './trusted-worker-url.ts'

export interface PushDevice {
  url: string
  p256dh: string
  auth: string
}

/** Shows notices, whichever part of the site registers it. */
const NOTICES_WORKER = '/notices-worker.js'

/** `install`: an iPhone or iPad, where only a page on the home screen may show notices. */
export type PushSupport = 'ready' | 'denied' | 'install' | 'missing'

export function pushSupport(): PushSupport {
  if ('PushManager' in globalThis && 'Notification' in globalThis && navigator.serviceWorker)
    return Notification.permission === 'denied' ? 'denied' : 'ready'
  // An iPad says that it is a Mac.
  const isTouchedMac = /Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  return isTouchedMac || /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'missing'
}

/** The subscription of the worker with this scope, if there is one. */
export async function findSubscription(scope: string): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(scope)
  if (!registration || new URL(registration.scope).pathname !== scope) return undefined
  return (await registration.pushManager?.getSubscription()) ?? undefined
}

/** Called by a press, since browsers ask for the permission only then. Undefined where it is not given. */
export async function subscribe(scope: string, publicKey: string): Promise<PushDevice | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.register(trustedWorkerUrl(NOTICES_WORKER), {
    scope,
  })
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
  return { url: endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
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
