/** A trouble that the person at the terminal can mend: shown as its one sentence, without a trace. */
export class BackendError extends Error {
  override name = 'BackendError'
}
