/* Sending a form, or anything else that one press saves. */
import { atom } from 'nanostores'
import { hasCode } from '#kit/remote/shop-error.ts'

/** Why nothing was saved: what is wrong in which field, a sentence, or both. */
export interface Refused<Problems extends object = object> {
  problems?: Problems
  sentence?: string | undefined
}

export type Submission<Problems extends object = object> =
  | { state: 'idle' }
  | { state: 'sending' }
  | ({ state: 'refused' } & Refused<Problems>)
  /** It may be saved although no response came. */
  | { state: 'failed'; error: unknown }
  | { state: 'done'; sentence?: string | undefined }

interface SubmitOptions {
  /** Shows the error elsewhere, where the page has no place for it. */
  onFailed?: (error: unknown) => void
}

/**
 * Sends one form at a time: a second press while one is sent does nothing. Every error is logged once, after
 * `errorMessage`, and ends in `failed`. A ShopError `forbidden` shows nothing, and is not logged: the session is over
 * and the page is on its way to the login.
 */
export function createSubmit<Problems extends object = object>(
  errorMessage: string,
  { onFailed }: SubmitOptions = {},
) {
  const $submission = atom<Submission<Problems>>({ state: 'idle' })

  /**
   * `send` returns why it was refused. Else it is done, and a text that it returns is what the page says then. Returns
   * whether it is done.
   */
  async function submit(
    send: () => Promise<Refused<Problems> | string | undefined>,
  ): Promise<boolean> {
    if (isSending()) return false
    $submission.set({ state: 'sending' })
    try {
      const result = await send()
      const isRefused = typeof result === 'object'
      $submission.set(
        isRefused ? { state: 'refused', ...result } : { state: 'done', sentence: result },
      )
      return !isRefused
    } catch (error) {
      const isSessionOver = hasCode(error, 'forbidden')
      $submission.set(isSessionOver ? { state: 'idle' } : { state: 'failed', error })
      if (isSessionOver) return false
      console.error(errorMessage, error)
      onFailed?.(error)
      return false
    }
  }

  /** For a field that is typed into: its problem goes. Without a field, everything goes. */
  function clear(field?: keyof Problems): void {
    const now = $submission.get()
    if (now.state === 'sending') return
    if (field === undefined) $submission.set({ state: 'idle' })
    else if (now.state === 'refused' && now.problems) {
      const { [field]: _, ...problems } = now.problems
      $submission.set({ ...now, problems: problems as Problems })
    }
  }

  function isSending(): boolean {
    return $submission.get().state === 'sending'
  }

  return { $submission, submit, clear, isSending }
}

/** The sentence of a refusal, or that of an error. */
export function submissionProblem(
  submission: Submission,
  sentenceOf: (error: unknown) => string,
): string | undefined {
  if (submission.state === 'failed') return sentenceOf(submission.error)
  return submission.state === 'refused' ? submission.sentence : undefined
}
