import { createSubmit } from '#kit/form/submit.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import { showToast } from '#kit/toast/toast.store.ts'

/** `createSubmit` where the page has no place for an error: a toast says that it was not saved. */
export function createToastSubmit<Problems extends object = object>(errorMessage: string) {
  return createSubmit<Problems>(errorMessage, {
    onFailed: (error) =>
      showToast({ title: 'Not saved', description: tryAgain(error), tone: 'destructive' }),
  })
}
