import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { createErasing } from './erasing.store.ts'
import type { WhoseData } from './erasing.ts'

interface Props {
  fullName: string
  whose: WhoseData
  /** Called when the data is gone, to read the screen anew. */
  onErased: () => void
}

/** The button, and the dialog that it opens. */
export function EraseCustomer({ fullName, whose, onErased }: Props) {
  const [erasing] = useState(() => createErasing(whose, onErased))
  const { state } = useStore(erasing.$erasing)
  return (
    <>
      <Button variant="quiet" onClick={erasing.open}>
        <span>
          Erase personal data<span className="sr-only"> of {fullName}</span>
        </span>
      </Button>
      {state !== 'closed' && <EraseDialog fullName={fullName} erasing={erasing} />}
    </>
  )
}
