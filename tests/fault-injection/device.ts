/*
 * What the tabs of a device share. Storage can be full, blocked or erased, the clock can be wrong, and
 * pages without TLS have no Web Locks.
 */
export type StorageState = 'working' | 'full' | 'blocked'

export interface Device {
  storage: StorageState
  clockError: number
  locks: { request<Result>(name: string, work: () => Promise<Result>): Promise<Result> } | undefined
  /** localStorage of one tab. `listener` gets the changes of other tabs. */
  storageFor(listener: (event: StorageChange) => void): DeviceStorage
  erase(): void
}

export interface StorageChange {
  key: string | null
  newValue: string | null
}

export interface DeviceStorage {
  view: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Ignores later writes of the closed tab. */
  close(): void
}

export function createDevice({ storage, clockError, hasLocks }: DeviceOptions): Device {
  const items = new Map<string, string>()
  const listeners = new Set<(event: StorageChange) => void>()

  const device: Device = {
    storage,
    clockError,
    locks: hasLocks ? createLocks() : undefined,
    storageFor(listener) {
      listeners.add(listener)
      const notifyOthers = (change: StorageChange) => {
        // As in browsers, the event arrives later than the value.
        for (const other of listeners) if (other !== listener) setImmediate(other, change)
      }
      return {
        close: () => listeners.delete(listener),
        view: {
          getItem(key) {
            if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
            return items.get(key) ?? null
          },
          setItem(key, value) {
            if (!listeners.has(listener)) return
            if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
            if (device.storage === 'full') throw new DOMException('full', 'QuotaExceededError')
            items.set(key, value)
            notifyOthers({ key, newValue: value })
          },
          removeItem(key) {
            if (!listeners.has(listener)) return
            if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
            items.delete(key)
            notifyOthers({ key, newValue: null })
          },
        },
      }
    },
    erase: () => {
      items.clear()
      for (const listener of listeners) setImmediate(listener, { key: null, newValue: null })
    },
  }
  return device
}

export interface DeviceOptions {
  storage: StorageState
  /** Milliseconds. */
  clockError: number
  hasLocks: boolean
}

/** One at a time over all tabs, in the order of the requests. */
function createLocks(): NonNullable<Device['locks']> {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request(_name, work) {
      const turn = last.then(work)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
