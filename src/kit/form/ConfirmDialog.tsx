import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './Button.tsx'

export interface ConfirmQuestion {
  /** What is about to happen, and to how much: "Delete 3 orders for good?" */
  title: string
  children?: ReactNode
  /** What the button does, in its own words. Without it there is nothing to do but to go back. */
  action?: string | undefined
  back?: string
  onConfirm: () => void
}

interface ConfirmDialogProps extends ConfirmQuestion {
  /** The dialog stays open meanwhile. */
  isBusy?: boolean
  /** Why the last press did nothing. */
  problem?: string | undefined
  onClose: () => void
}

/**
 * Asks before something that cannot be taken back by one press. A modal dialog: Esc closes it, and the focus
 * returns to what opened it. The caller closes it.
 */
export function ConfirmDialog({
  title,
  children,
  action,
  back = 'Cancel',
  isBusy = false,
  problem,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  /** At once: the event of a dialog that closes by itself comes later, perhaps after it was asked for again. */
  function close(): void {
    dialog.current?.close()
    onClose()
  }

  // Outside of what opened it, which a narrow screen may hide.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-lg border border-line bg-paper p-4 text-start text-ink backdrop:bg-backdrop sm:p-6"
    >
      <div className="grid gap-4">
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        {children}
        <p role="alert" className="text-danger empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={close}>
            {back}
          </Button>
          {action && (
            <Button variant="primary" isBusy={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          )}
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

/** The dialog, to be shown anywhere, and what opens it. A yes closes it and runs `onConfirm`. */
export function useConfirm(): [dialog: ReactNode, ask: (question: ConfirmQuestion) => void] {
  /** Counts the questions: the dialog of an earlier one may report late that it was closed. */
  const [asked, setAsked] = useState<ConfirmQuestion & { nth: number }>()
  const close = (nth: number) => setAsked((now) => (now?.nth === nth ? undefined : now))
  const dialog = asked && (
    <ConfirmDialog
      {...asked}
      key={asked.nth}
      onConfirm={() => {
        close(asked.nth)
        asked.onConfirm()
      }}
      onClose={() => close(asked.nth)}
    />
  )
  return [dialog, (question) => setAsked((now) => ({ ...question, nth: (now?.nth ?? 0) + 1 }))]
}
