import { createSubmit } from '#kit/form/submit.ts'
import { hasCode } from '#kit/remote/shop-error.ts'
import { maybeSaved, tryAgain } from '#kit/remote/try-again.ts'
import { showToast, type Toast } from '#kit/toast/toast.store.ts'

/** `createSubmit` where the page has no place for an error: a toast says that it was not saved, or may not be. */
export function createToastSubmit<Problems extends object = object>(errorMessage: string) {
  return createSubmit<Problems>(errorMessage, {
    onFailed: (error) => showToast(unsavedToast(error, 'Not saved')),
  })
}

/** `title` is that of what is surely not saved. */
export function unsavedToast(error: unknown, title: string): Toast {
  return {
    title: maybeSaved(error) ? 'It may be saved or not' : title,
    description: `${hasCode(error, 'unreachable') ? 'No response came. ' : ''}${tryAgain(error)}`,
    tone: 'destructive',
  }
}
