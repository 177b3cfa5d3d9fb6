/* The browser around a tab: storage, timers, locks and clock. */
import type { Device, DeviceStorage, StorageChange } from './device.ts'

/** Pauses of the shop's code are this many times shorter. */
const SPEED = 30

/** The real time after which a call without a response is aborted. */
const NO_RESPONSE_MS = 5_000

/** Works on a full device, and is blocked with localStorage. */
export function sessionStorageOn(
  device: Device,
  saved: Map<string, string>,
  closing: AbortSignal,
): DeviceStorage['view'] {
  const use = () => {
    if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
    return saved
  }
  return {
    getItem: (key) => use().get(key) ?? null,
    setItem: (key, value) => {
      if (!closing.aborted) use().set(key, value)
    },
    removeItem: (key) => {
      if (!closing.aborted) use().delete(key)
    },
  }
}

/** Timers of one tab: shortened, ended by `timeOut`, and stopped when the tab is closed. */
export function createClock(closing: AbortSignal) {
  const pending = new Set<() => void>()
  let skipped = 0

  return {
    timeOut: () => {
      for (const expire of pending) expire()
    },
    forPage: {
      performance: { now: () => performance.now() + skipped },
      setTimeout: (work: () => void, milliseconds: number) =>
        setTimeout(() => {
          skipped += milliseconds
          if (!closing.aborted) work()
        }, milliseconds / SPEED),
      AbortSignal: {
        // Not AbortSignal.timeout() of Node: inside AbortSignal.any it may be collected before it fires.
        timeout(milliseconds: number): AbortSignal {
          const controller = new AbortController()
          const expire = () => {
            clearTimeout(timer)
            pending.delete(expire)
            skipped += milliseconds
            controller.abort(new DOMException('too late', 'TimeoutError'))
          }
          const timer = setTimeout(expire, NO_RESPONSE_MS).unref()
          pending.add(expire)
          return controller.signal
        },
      },
    },
  }
}

/** A closed tab releases its locks. */
export function locksFor(locks: NonNullable<Device['locks']>, closing: AbortSignal) {
  return {
    request: <Result>(name: string, work: () => Promise<Result>) =>
      untilClosed(
        locks.request(name, async () => {
          if (closing.aborted) return undefined
          return Promise.race([work(), closed(closing)])
        }),
        closing,
      ),
  }
}

/** Resolves or rejects with the work; never after the tab is closed. */
export function untilClosed<Result>(work: Promise<Result>, closing: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    work.then(
      (result) => closing.aborted || resolve(result),
      (error: unknown) => closing.aborted || reject(error),
    )
  })
}

export function closed(closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (closing.aborted) resolve()
    closing.addEventListener('abort', () => resolve(), { once: true })
  })
}

export function storageEvent(change: StorageChange): Event {
  return Object.assign(new Event('storage'), change)
}

export function wrongClock(device: Device): DateConstructor {
  return class extends Date {
    constructor(...time: [] | [number]) {
      super(...(time.length === 0 ? ([Date.now() + device.clockError] as const) : time))
    }

    static override now(): number {
      return Date.now() + device.clockError
    }
  } as unknown as DateConstructor
}
