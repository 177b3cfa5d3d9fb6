import { AstroError } from 'astro/errors'

/** Ends an Astro command with one sentence: where in our code it was found out helps nobody. */
export function userError(sentence: string): Error {
  const refusal = new AstroError(sentence)
  refusal.stack = ''
  return refusal
}
