/*
 * localStorage that cannot fail. Where the browser refuses it (private mode, a full disk), what is
 * written lives in memory until the page is left: a shopper can still buy.
 */
const memory = new Map<string, string>()

/** Longer than anything that the shop keeps: such a text is thrown away unread, so that junk costs no time. */
const MAX_LENGTH = 100_000

export const deviceStorage = {
  get(key: string): string | null {
    const text = memory.get(key) ?? attempt((storage) => storage.getItem(key))
    if (text === null || text.length <= MAX_LENGTH) return text
    deviceStorage.remove(key)
    return null
  },
  set(key: string, value: string): void {
    const kept = attempt((storage) => {
      storage.setItem(key, value)
      return true
    })
    if (kept) memory.delete(key)
    else memory.set(key, value)
  },
  remove(key: string): void {
    memory.delete(key)
    attempt((storage) => storage.removeItem(key))
  },
}

function attempt<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
