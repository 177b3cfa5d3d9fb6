/*
 * localStorage that never throws. Where the browser refuses it (private mode, a full disk), values are
 * saved in sessionStorage; where that is refused too, in the page's history entry, which survives a
 * reload and Back; at last in memory. A customer can buy in each case.
 */
import { nullIfRefused } from './null-if-refused.ts'

interface Place {
  get(key: string): string | null
  /** False where there is no room, or no storage at all. */
  set(key: string, value: string): boolean
  remove(key: string): void
}

/** Places to store in, from the longest-lived to memory, which never refuses. */
export const places: Place[] = [
  placeIn(() => localStorage),
  placeIn(() => sessionStorage),
  placeInHistory(),
  placeInMemory(),
]

/** Longer than anything that the shop saves. Longer text is removed unread, so that junk costs no time. */
const MAX_LENGTH = 100_000

export const deviceStorage = {
  get(key: string): string | null {
    // A later place is used only where an earlier one refused: its text is newer.
    const found = places.map((place) => place.get(key)).filter((text) => text !== null)
    const text = found[found.length - 1] ?? null
    if (text === null || text.length <= MAX_LENGTH) return text
    deviceStorage.remove(key)
    return null
  },
  set(key: string, value: string): void {
    const used = places.findIndex((place) => place.set(key, value))
    for (const place of places.slice(used + 1)) place.remove(key)
  },
  remove(key: string): void {
    for (const place of places) place.remove(key)
  },
}

/** Takes the storage at each use: some browsers throw on reading the property. */
function placeIn(storage: () => Storage): Place {
  return {
    get: (key) => nullIfRefused(() => storage().getItem(key)),
    set: (key, value) =>
      nullIfRefused(() => {
        storage().setItem(key, value)
        return true
      }) ?? false,
    remove: (key) => nullIfRefused(() => storage().removeItem(key)),
  }
}

function placeInHistory(): Place {
  const read = (key: string): unknown => history.state?.[key]
  const write = (key: string, value: string | undefined) => {
    history.replaceState({ ...history.state, [key]: value }, '')
    return true
  }
  return {
    get: (key) =>
      nullIfRefused(() => {
        const value = read(key)
        return typeof value === 'string' ? value : null
      }),
    set: (key, value) => nullIfRefused(() => write(key, value)) ?? false,
    remove: (key) => nullIfRefused(() => read(key) !== undefined && write(key, undefined)),
  }
}

function placeInMemory(): Place {
  const texts = new Map<string, string>()
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => Boolean(texts.set(key, value)),
    remove: (key) => texts.delete(key),
  }
}
