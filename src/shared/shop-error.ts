/**
 * Why the backend did not do what it was asked. `unreachable` leaves the outcome unknown: no network, no
 * response in time, an unreadable one, or a fault of the server. Every other code is a final refusal.
 */
export class ShopError extends Error {
  readonly code: string
  /** The field of the form, or the product, that the backend named. */
  readonly field: string | undefined

  constructor(
    code: string,
    { field, cause }: { field?: string | undefined; cause?: unknown } = {},
  ) {
    super(code, { cause })
    this.name = 'ShopError'
    this.code = code
    this.field = field
  }
}

export function hasCode(error: unknown, code: string): error is ShopError {
  return error instanceof ShopError && error.code === code
}

/**
 * Whether an HTTP status is the backend's decision, so that a retry is of no use. A request that never
 * got through has the status 0, and an unknown outcome.
 */
export function isFinalStatus(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}
