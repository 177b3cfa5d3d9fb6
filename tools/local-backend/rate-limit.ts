/*
 * Limits per client in the memory of this process. A restart forgets the counts, which only the
 * person at the terminal can cause; in return a refused request costs no query, and no client's
 * address is stored.
 */

export interface RateLimit {
  /** Counts one for the key. False, and counts nothing, where its window is full. */
  take(key: string): boolean
  /** Takes one count back. */
  giveBack(key: string): void
}

interface Window {
  hits: number
  endsAt: number
}

/** A key's window opens with its first hit. */
export function createRateLimit(
  most: number,
  windowMs: number,
  now: () => number = () => performance.now(),
): RateLimit {
  // In the order in which they end, since all have the same length.
  const windows = new Map<string, Window>()

  function forgetEnded(): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now()) return
      windows.delete(key)
    }
  }

  return {
    take(key) {
      forgetEnded()
      const window = windows.get(key) ?? { hits: 0, endsAt: now() + windowMs }
      if (window.hits >= most) return false
      window.hits += 1
      windows.set(key, window)
      return true
    },
    giveBack(key) {
      const window = windows.get(key)
      if (!window) return
      window.hits -= 1
      if (window.hits === 0) windows.delete(key)
    },
  }
}

/** Counts one for each limit, or for none of them where one is full. */
export function takeAll(limits: [limit: RateLimit, key: string][]): boolean {
  const full = limits.findIndex(([limit, key]) => !limit.take(key))
  if (full < 0) return true
  for (const [limit, key] of limits.slice(0, full)) limit.giveBack(key)
  return false
}
