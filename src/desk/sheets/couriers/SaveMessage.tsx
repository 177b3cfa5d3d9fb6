import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { type Submission, submissionProblem } from '#kit/form/submit.ts'
import { tryAgain } from '#kit/remote/try-again.ts'

/** What came of the last change of couriers, or of one part of their settings. */
export function SaveMessage({ $submission }: { $submission: ReadableAtom<Submission> }) {
  const submission = useStore($submission)
  return (
    <>
      <p role="alert" className="text-danger empty:hidden">
        {submissionProblem(submission, (error) => `This could not be saved. ${tryAgain(error)}`)}
      </p>
      <p role="status" className="empty:hidden">
        {submission.state === 'sending' && 'Saving...'}
        {submission.state === 'done' && submission.sentence}
      </p>
    </>
  )
}
