import { type ReactNode, useState } from 'react'
import { Button } from '#kit/form/Button.tsx'
import { ModalDialog } from './ModalDialog.tsx'

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
  /** Whether to go back is the next step. */
  isBackNext?: boolean
  /** The dialog stays open meanwhile. */
  isBusy?: boolean
  /** Why the last press did nothing. */
  problem?: string | undefined
  onClose: () => void
}

/** Asks before something that cannot be taken back by one press. The caller closes it. */
export function ConfirmDialog({
  title,
  children,
  action,
  back = 'Cancel',
  isBackNext = false,
  isBusy = false,
  problem,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <ModalDialog
      title={title}
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-lg"
    >
      {(close) => (
        <>
          {children}
          <p role="alert" className="text-danger empty:hidden">
            {problem}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant={isBackNext ? 'primary' : 'secondary'} onClick={close}>
              {back}
            </Button>
            {action && (
              <Button variant="primary" isBusy={isBusy} onClick={onConfirm}>
                {action}
              </Button>
            )}
          </div>
        </>
      )}
    </ModalDialog>
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
