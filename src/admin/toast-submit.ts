import { createSubmit } from '#kit/form/submit.ts'
import { codeOf } from '#kit/remote/shop-error.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { showToast } from '#kit/toast/toast.store.ts'

/** `createSubmit` where the page has no place for an error: a toast says that it was not saved, or may not be. */
export function createToastSubmit<Problems extends object = object>(errorMessage: string) {
  return createSubmit<Problems>(errorMessage, {
    onFailed: (error) => {
      const isUnknown = codeOf(error) === 'unreachable'
      showToast({
        title: isUnknown ? 'No response came' : 'Not saved',
        description: `${isUnknown ? 'It may be saved or not. ' : ''}${tryAgain(error)}`,
        tone: 'destructive',
      })
    },
  })
}
