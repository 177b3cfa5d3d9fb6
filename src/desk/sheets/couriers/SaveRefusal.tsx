import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { Submission } from '#kit/form/submit.ts'

interface SaveRefusalProps {
  saving: { $submission: ReadableAtom<Submission> }
}

/** Why the last change was refused. A toast says what is saved, and what could not be sent. */
export function SaveRefusal({ saving }: SaveRefusalProps) {
  const submission = useStore(saving.$submission)
  return (
    <p role="alert" className="text-danger empty:hidden">
      {submission.state === 'refused' && submission.sentence}
    </p>
  )
}
