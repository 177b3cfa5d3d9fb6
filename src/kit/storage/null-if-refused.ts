/** What the use of a storage gives, or null where the browser refuses it or has no room. */
export function nullIfRefused<Result>(use: () => Result): Result | null {
  try {
    return use()
  } catch {
    return null
  }
}
