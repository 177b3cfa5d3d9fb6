/* What is paused, as the admin changes it (docs/product.md, section 23). */
import { createToastSubmit } from '#admin/toast-submit.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import type { Pause, PausedSize } from '#product/pauses.ts'
import { fetchCurrentPauses, type PauseResult, pause, resume } from './pauses.api.ts'

/** A size or the whole shop, with its name. */
export type PausablePart = PausedSize & { name: string }

/** What is wrong with the fields of the dialog. */
export interface PauseProblems {
  reason?: string
  until?: string
}

export function createPauses() {
  const remote = createRemoteStore(fetchCurrentPauses, {
    errorMessage: 'Error fetching the pauses',
    reloadsWhenVisible: true,
  })
  const saving = createToastSubmit<PauseProblems>('Error saving a pause')
  /** Returns whether it is saved. */
  const save = (send: () => Promise<PauseResult>): Promise<boolean> =>
    saving.submit(async () => {
      const result = await send()
      if (!result.ok) return { problems: problemsOf(result.field) }
      remote.set(result.pauses)
      return undefined
    })

  return {
    ...remote,
    $submission: saving.$submission,
    /** Forgets what was wrong with the fields. */
    clear: saving.clear,
    pause: (wanted: Pause) => save(() => pause(wanted)),
    resume: (part: PausedSize) => save(() => resume(part)),
  }
}

export type PausesStore = ReturnType<typeof createPauses>

function problemsOf(field: string | undefined): PauseProblems {
  if (field === 'until') return { until: 'Please choose a day after today, within a year' }
  return { reason: 'Please say why, in at most 100 characters' }
}
