import { useStore } from '@nanostores/react'
import { Button } from '#kit/form/Button.tsx'
import type { Pause } from '#product/pauses.ts'
import { pauseSentence } from '#product/words.ts'
import type { PausablePart, PausesStore } from './pauses.store.ts'

interface PartProps {
  part: PausablePart
  pauses: readonly Pause[]
}

function pauseOfPart({ part, pauses }: PartProps): Pause | undefined {
  return pauses.find(({ id, size }) => id === part.id && size === part.size)
}

/** Stops selling a part, after a question, or sells it again. */
export function PauseButton({ store, ...props }: PartProps & { store: PausesStore }) {
  const { part } = props
  const isBusy = useStore(store.$submission).state === 'sending'
  const verb = pauseOfPart(props) ? 'Resume' : 'Pause'
  return (
    <Button
      variant={verb === 'Resume' ? 'primary' : 'secondary'}
      aria-label={`${verb} ${part.name}`}
      isBusy={isBusy}
      className="px-3!"
      onClick={() => (verb === 'Resume' ? void store.resume(part) : store.ask(part))}
    >
      {verb}
    </Button>
  )
}

/** Why a part is not sold, and until when. */
export function PauseNote(props: PartProps) {
  const current = pauseOfPart(props)
  return current && <p className="text-danger">{pauseSentence(current)}</p>
}
