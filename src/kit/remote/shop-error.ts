interface ShopErrorDetails {
  field?: string | undefined
  status?: number
  cause?: unknown
}

/**
 * Why the backend did not do what it was asked. `unreachable` leaves the outcome unknown: no network, no
 * response in time, or one that is not the backend's. Any other is a refusal, or a reason of the page's own.
 */
export class ShopError extends Error {
  readonly code: string
  /** The field of the form, or the product, that the backend named. */
  readonly field: string | undefined
  /** The HTTP status of a response that is not the backend's. */
  readonly status: number | undefined

  constructor(code: string, { field, status, cause }: ShopErrorDetails = {}) {
    super(code, { cause })
    this.name = 'ShopError'
    this.code = code
    this.field = field
    this.status = status
  }
}

/** What browsers say of an import whose script could not be fetched. Its error is a TypeError, as many others are. */
const MISSING_SCRIPT = /dynamically imported module|importing a module script/i

/**
 * The code of a ShopError. `unreachable` for a script that could not be fetched, and `unforeseen` for every
 * other error: one of the program, which says nothing about the network.
 */
export function codeOf(error: unknown): string {
  if (error instanceof ShopError) return error.code
  return error instanceof TypeError && MISSING_SCRIPT.test(error.message)
    ? 'unreachable'
    : 'unforeseen'
}

export function hasCode(error: unknown, code: string): error is ShopError {
  return error instanceof ShopError && error.code === code
}

/** Logs why something failed. Not where the session is over: the page is on its way to the login. */
export function logFailure(message: string, error: unknown): void {
  if (!hasCode(error, 'forbidden')) console.error(message, error)
}
