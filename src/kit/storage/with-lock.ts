/** The end of the last work of each name in this tab. */
const lastInTab = new Map<string, Promise<unknown>>()

/**
 * Runs work of one name one at a time over all tabs. Only in this tab where there are no locks (pages without
 * HTTPS), or where the browser refuses them: with blocked site data `request()` rejects.
 */
export async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = (navigator as { locks?: LockManager }).locks
  let isGranted = false
  try {
    if (locks)
      return await locks.request(name, () => {
        isGranted = true
        return work()
      })
  } catch (error) {
    if (isGranted) throw error
  }
  const result = (lastInTab.get(name) ?? Promise.resolve()).then(work)
  lastInTab.set(
    name,
    result.catch(() => undefined),
  )
  return result
}
