/** User-fixable error; printed without a stack trace. */
export class BackendError extends Error {
  override name = 'BackendError'
}
