/* JSON in sessionStorage, for this tab only. Where the browser refuses it, nothing is saved. */
import { parseJson } from '#kit/json.ts'
import { attempt } from './attempt.ts'

export const tabStorage = {
  /** Other scripts may have written it: validate the value. */
  get(key: string): unknown {
    return parseJson(attempt(() => sessionStorage.getItem(key)))
  },
  set(key: string, value: unknown): void {
    attempt(() => sessionStorage.setItem(key, JSON.stringify(value)))
  },
  remove(key: string): void {
    attempt(() => sessionStorage.removeItem(key))
  },
  /** Removes every key that begins so. */
  removeAll(prefix: string): void {
    const keys = attempt(() => Object.keys(sessionStorage)) ?? []
    for (const key of keys) if (key.startsWith(prefix)) tabStorage.remove(key)
  },
}
