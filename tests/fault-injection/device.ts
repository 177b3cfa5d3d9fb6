/*
 * A customer's device: what its tabs share. Its storage can be full, blocked or erased, its clock be
 * wrong, and on a page without TLS it has no locks.
 */
export type StorageState = 'working' | 'full' | 'blocked'

export interface Device {
  storage: StorageState
  clockError: number
  locks: { request<Result>(name: string, work: () => Promise<Result>): Promise<Result> } | undefined
  /** localStorage as one tab sees it. `hear` is told what other tabs write. */
  storageFor(hear: (event: StorageChange) => void): DeviceStorage
  erase(): void
}

export interface StorageChange {
  key: string | null
  newValue: string | null
}

export interface DeviceStorage {
  view: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** What a closed tab still writes reaches nobody. */
  close(): void
}

export function createDevice({ storage, clockError, hasLocks }: DeviceOptions): Device {
  const kept = new Map<string, string>()
  const ears = new Set<(event: StorageChange) => void>()

  const device: Device = {
    storage,
    clockError,
    locks: hasLocks ? createLocks() : undefined,
    storageFor(hear) {
      ears.add(hear)
      const tell = (change: StorageChange) => {
        // As in browsers, the news travels; only the value is there at once.
        for (const other of ears) if (other !== hear) setImmediate(other, change)
      }
      return {
        close: () => ears.delete(hear),
        view: {
          getItem(key) {
            if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
            return kept.get(key) ?? null
          },
          setItem(key, value) {
            if (!ears.has(hear)) return
            if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
            if (device.storage === 'full') throw new DOMException('full', 'QuotaExceededError')
            kept.set(key, value)
            tell({ key, newValue: value })
          },
          removeItem(key) {
            if (!ears.has(hear)) return
            if (device.storage === 'blocked') throw new DOMException('denied', 'SecurityError')
            kept.delete(key)
            tell({ key, newValue: null })
          },
        },
      }
    },
    erase: () => {
      kept.clear()
      for (const ear of ears) setImmediate(ear, { key: null, newValue: null })
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

/** One at a time, in the order of asking, whichever tab asks. */
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
