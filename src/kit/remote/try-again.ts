import { codeOf } from './shop-error.ts'

/** Of a press whose response is lost. */
export const MAYBE_SAVED = 'No response came: it may be saved or not.'

/** What to do where something could not be loaded or saved (docs/product.md, rules 18.44 and 18.105). */
export function tryAgain(error: unknown): string {
  // What the database refuses, the page should not have asked.
  return ['unforeseen', 'refused'].includes(codeOf(error))
    ? 'Something went wrong on this page. Please reload it and try again.'
    : 'Please check your connection and try again.'
}
