/* JSON in sessionStorage, for this tab only. Where the browser refuses it, nothing is saved. */
import { parseJson } from '#kit/json.ts'

export const tabStorage = {
  /** Other scripts may have written it: validate the value. */
  get(key: string): unknown {
    try {
      return parseJson(sessionStorage.getItem(key))
    } catch {
      return undefined
    }
  },
  set(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Full, or refused by the browser.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Refused by the browser, so nothing is saved.
    }
  },
  /** Removes every key that begins so. */
  removeAll(prefix: string): void {
    try {
      const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
      for (const key of keys) sessionStorage.removeItem(key)
    } catch {
      // Refused by the browser, so nothing is saved.
    }
  },
}

/** One JSON value of this tab. Where the browser does not save it, of this page. */
export function tabValue(key: string) {
  let latest: unknown
  return {
    /** Other scripts may have written it: validate the value. */
    get: () => latest ?? tabStorage.get(key),
    set(value: unknown): void {
      latest = value
      tabStorage.set(key, value)
    },
    remove(): void {
      latest = undefined
      tabStorage.remove(key)
    },
  }
}
