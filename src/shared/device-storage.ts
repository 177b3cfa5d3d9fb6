/*
 * localStorage that cannot fail. Where the browser refuses it (private mode, a full disk), what is
 * written stays in the tab, and where that is refused too, in memory until the page is left: a
 * shopper can still buy.
 */
interface Place {
  get(key: string): string | null
  /** False where there is no room, or no storage at all. */
  set(key: string, value: string): boolean
  remove(key: string): void
}

/** From the longest-lived to the one that always has room. */
const places: Place[] = [
  placeIn(() => localStorage),
  placeIn(() => sessionStorage),
  placeInMemory(),
]

/** Longer than anything that the shop keeps: such a text is thrown away unread, so that junk costs no time. */
const MAX_LENGTH = 100_000

export const deviceStorage = {
  get(key: string): string | null {
    // A later place holds only what an earlier one had no room for: it is the newer text.
    const text = places.map((place) => place.get(key)).findLast((found) => found !== null) ?? null
    if (text === null || text.length <= MAX_LENGTH) return text
    deviceStorage.remove(key)
    return null
  },
  set(key: string, value: string): void {
    const kept = places.findIndex((place) => place.set(key, value))
    for (const place of places.slice(kept + 1)) place.remove(key)
  },
  remove(key: string): void {
    for (const place of places) place.remove(key)
  },
}

/** Asks for the storage at each use: to ask is what a browser may already refuse. */
function placeIn(storage: () => Storage): Place {
  return {
    get: (key) => attempt(() => storage().getItem(key)),
    set: (key, value) =>
      attempt(() => {
        storage().setItem(key, value)
        return true
      }) ?? false,
    remove: (key) => attempt(() => storage().removeItem(key)),
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

function attempt<Result>(use: () => Result): Result | null {
  try {
    return use()
  } catch {
    return null
  }
}
