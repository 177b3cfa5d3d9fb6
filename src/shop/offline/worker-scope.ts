/*
 * The part of ServiceWorkerGlobalScope that the worker uses. TypeScript's "webworker" library would
 * change the types of `self` and `location` in every other file.
 */
interface WorkerEvent extends Event {
  /** Keeps the worker alive until then. */
  waitUntil(work: Promise<unknown>): void
}

interface WorkerEvents {
  install: WorkerEvent
  activate: WorkerEvent
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void
}
