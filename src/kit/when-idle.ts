/** Safari has no idle callbacks. */
const LATER_MS = 1000

/** Runs a task once the browser has nothing else to do. The returned function cancels it. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(run)
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(run, LATER_MS)
  return () => clearTimeout(id)
}
