import type { ReactNode } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { ModalDialog } from './ModalDialog.tsx'

interface SheetProps {
  title: ReactNode
  /** What can be chosen: buttons and links stand below each other, as wide as the sheet. */
  children: ReactNode
  /** Leads back. */
  back?: string
  onClose: () => void
}

/**
 * A modal dialog at the foot of the screen, in reach of the thumb; on a wide screen it stands in the middle. Esc, a
 * press beside it and its last button close it. The caller renders it while it is open, and closes it after a choice.
 */
export function Sheet({ title, children, back = 'Back', onClose }: SheetProps) {
  return (
    <ModalDialog
      title={title}
      closesBeside
      onClose={onClose}
      className="mx-auto mt-auto mb-0 w-full max-w-lg rounded-t-lg pb-[max(1rem,env(safe-area-inset-bottom))] md:mb-auto md:w-[calc(100%-2rem)] md:rounded-lg"
    >
      {(close) => (
        <>
          <div className="grid gap-2">{children}</div>
          <Button variant="quiet" onClick={close}>
            {back}
          </Button>
        </>
      )}
    </ModalDialog>
  )
}
