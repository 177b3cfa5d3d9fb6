/**
 * Logs an unexpected error without its message: a database error repeats the row or the text that
 * caused it, and logs must hold no personal data. The code and the place in the source remain.
 */
export function logFault(error: unknown): void {
  const { name, message, stack, code } = toError(error)
  const lines = stack?.replace(message, '').split('\n') ?? []
  const place = lines.filter((line) => /^ {4}at /.test(line))
  console.error([`Unexpected error: ${code ?? name}`, ...place].join('\n'))
}

function toError(thrown: unknown): NodeJS.ErrnoException {
  return thrown instanceof Error ? thrown : new TypeError('Something else was thrown')
}
