import { codeOf } from './shop-error.ts'

/** Of a press that ended in an error. Undefined where it surely is not saved: it was refused. */
export function maybeSaved(error: unknown): string | undefined {
  switch (codeOf(error)) {
    case 'unreachable':
      return 'No response came: it may be saved or not.'
    case 'unforeseen':
      return 'Something went wrong on this page: it may be saved or not.'
    default:
      return undefined
  }
}

/** What to do where something could not be loaded or saved (docs/product.md, rules 18.44 and 18.105). */
export function tryAgain(error: unknown): string {
  // What the database refuses, the page should not have asked.
  return ['unforeseen', 'refused'].includes(codeOf(error))
    ? 'Something went wrong on this page. Please reload it and try again.'
    : 'Please check your connection and try again.'
}
