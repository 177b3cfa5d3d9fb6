/*
 * The part of ServiceWorkerGlobalScope that the workers use. TypeScript's "webworker" library would
 * change the types of `self` and `location` in every other file.
 */
interface WorkerEvent extends Event {
  /** Keeps the worker alive until then. */
  waitUntil(work: Promise<unknown>): void
}

interface WorkerEvents {
  install: WorkerEvent
  activate: WorkerEvent
  push: WorkerEvent & { data: { json(): unknown } }
  notificationclick: WorkerEvent & { notification: Notification }
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void
}
