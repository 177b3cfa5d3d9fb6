import { useStore } from '@nanostores/react'
import type { CourierSettingsStore, SavedPart } from './courier-settings.store.ts'

interface SaveMessageProps {
  courier: string
  part: SavedPart
  store: CourierSettingsStore
}

/** What came of the last change of this part of a courier's settings. */
export function SaveMessage({ courier, part, store }: SaveMessageProps) {
  const save = useStore(store.$save)
  const isThis = save?.courier === courier && save.part === part
  return (
    <p
      role="status"
      className={`empty:hidden ${isThis && save.state === 'failed' ? 'text-danger' : ''}`}
    >
      {isThis && (save.state === 'saving' ? 'Saving...' : save.message)}
    </p>
  )
}
