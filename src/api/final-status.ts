/**
 * Whether an HTTP status is the store's own word, so that asking again is of no use. A call that never
 * got through has the status 0, and leaves open what became of it.
 */
export function isFinalStatus(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
