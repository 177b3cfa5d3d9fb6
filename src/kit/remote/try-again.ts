import { codeOf } from './shop-error.ts'

/** What to do after an act of the admin that failed (docs/product.md, rules 18.44 and 18.105). */
export function tryAgain(error: unknown): string {
  return codeOf(error) === 'unforeseen'
    ? 'Something went wrong on this page. Please reload it and try again.'
    : 'Please check your connection and try again.'
}
