/* JSON in sessionStorage, for this tab only. Where the browser refuses it, nothing is saved. */
import { parseJson } from '#kit/json.ts'
import { nullIfRefused } from './null-if-refused.ts'

export const tabStorage = {
  /** Other scripts may have written it: validate the value. */
  get(key: string): unknown {
    return parseJson(nullIfRefused(() => sessionStorage.getItem(key)))
  },
  set(key: string, value: unknown): void {
    nullIfRefused(() => sessionStorage.setItem(key, JSON.stringify(value)))
  },
  remove(key: string): void {
    nullIfRefused(() => sessionStorage.removeItem(key))
  },
  /** Removes every key that begins so. */
  removeAll(prefix: string): void {
    const keys = nullIfRefused(() => Object.keys(sessionStorage)) ?? []
    for (const key of keys) if (key.startsWith(prefix)) tabStorage.remove(key)
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
