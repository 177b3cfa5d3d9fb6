/*
 * localStorage that cannot fail. Where the browser refuses it (private mode, a full disk), what is
 * written stays in the tab; where that is refused too, in the page's entry in the tab's history, which
 * survives a reload and Back, and at last in memory: a customer can still buy.
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
  placeInHistory(),
  placeInMemory(),
]

/** The places that other pages read as well. */
const LASTING = 2

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
  /** Whether the value would be missing on the next page. */
  isOnThisPageOnly(key: string): boolean {
    return places.findLastIndex((place) => place.get(key) !== null) >= LASTING
  },
  /** Whether what is stored now would be there on the next page. */
  isLasting(): boolean {
    return places.slice(0, LASTING).some((place) => {
      const isStored = place.set(PROBE, '1')
      place.remove(PROBE)
      return isStored
    })
  },
}

const PROBE = 'zulf:probe'

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

function placeInHistory(): Place {
  const read = (key: string): unknown => history.state?.[key]
  const write = (key: string, value: string | undefined) => {
    history.replaceState({ ...history.state, [key]: value }, '')
    return true
  }
  return {
    get: (key) =>
      attempt(() => {
        const value = read(key)
        return typeof value === 'string' ? value : null
      }),
    set: (key, value) => attempt(() => write(key, value)) ?? false,
    remove: (key) => attempt(() => read(key) !== undefined && write(key, undefined)),
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
