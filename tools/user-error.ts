/** User-fixable error of a command; printed without a stack trace. */
export class UserError extends Error {
  override name = 'UserError'
}
