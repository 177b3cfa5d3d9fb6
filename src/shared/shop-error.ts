/**
 * Why the store did not do what it was asked.
 *
 * `unreachable` is the one that leaves the outcome unknown: no network, no answer in time, a broken
 * one, or a fault of the server. Every other code is the store's own word and final.
 */
export class ShopError extends Error {
  readonly code: string
  /** The form's field or the product the store named. */
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
