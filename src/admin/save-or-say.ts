import { hasCode } from '#kit/remote/shop-error.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { showToast } from '#kit/toast/toast.ts'

/** Runs a change, and shows a toast where it was not saved. Returns what it returned, if it was. */
export async function saveOrSay<Result>(
  change: () => Promise<Result>,
  errorMessage: string,
): Promise<Result | undefined> {
  try {
    return await change()
  } catch (error) {
    // The end of the session has its own toast.
    if (hasCode(error, 'forbidden')) return undefined
    console.error(errorMessage, error)
    showToast({
      title: 'Not saved',
      description: tryAgain(error),
      tone: 'destructive',
    })
    return undefined
  }
}
