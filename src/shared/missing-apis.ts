/*
 * Gives browsers of 2022 the few functions that buying needs and they lack. Imported first by the
 * script of every page (docs/decisions/browsers.md).
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

/** Safari before 16. A click on the button instead would be held back by tools/build/first-touch. */
HTMLFormElement.prototype.requestSubmit ??= function (this: HTMLFormElement, submitter) {
  if (!this.noValidate && !this.reportValidity()) return
  const init = { bubbles: true, cancelable: true, submitter: submitter ?? null }
  if (!this.dispatchEvent(new SubmitEvent('submit', init))) return
  if (submitter instanceof HTMLButtonElement) {
    const { name, value } = submitter
    if (name)
      this.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    if (submitter.hasAttribute('formaction')) this.action = submitter.formAction
  }
  this.submit()
}
