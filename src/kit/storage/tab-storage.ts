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
