/*
 * Gives browsers of 2022 the few functions that buying needs and they lack. Imported by the modules
 * that call them (docs/decisions/browsers.md).
 */

/** Safari before 16. */
AbortSignal.timeout ??= (milliseconds) => {
  const controller = new AbortController()
  setTimeout(
    () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
    milliseconds,
  )
  return controller.signal
}

/** Chrome before 111, Safari before 16.4. */
String.prototype.toWellFormed ??= function (this: string) {
  return this.replace(/\p{Surrogate}/gu, '\uFFFD')
}
