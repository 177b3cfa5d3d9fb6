import { hasSessionFlag } from '#admin/auth/session.ts'

/** Asks before a page with unsaved work is left, but not on the way to the login. Returns what ends it. */
export function askBeforeLeaving(isUnsaved: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved() && hasSessionFlag()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
