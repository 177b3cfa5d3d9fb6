import { AstroError } from 'astro/errors'

/** An error that the user can fix. Ends an Astro command with its message, without a stack trace. */
export function userError(sentence: string): Error {
  const error = new AstroError(sentence)
  error.stack = ''
  return error
}
