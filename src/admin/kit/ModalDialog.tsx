import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { isBeside } from '#kit/form/is-beside.ts'

interface ModalDialogProps {
  title: ReactNode
  /** Where it stands, and how wide it is. */
  className: string
  /** Takes the function that closes it. */
  children: (close: () => void) => ReactNode
  /** Whether a press beside the dialog closes it too. */
  closesBeside?: boolean
  onClose: () => void
}

/**
 * A modal dialog: Esc closes it, and the focus returns to what opened it. The caller renders it while it is open, and
 * removes it on `onClose`.
 */
export function ModalDialog({
  title,
  className,
  children,
  closesBeside = false,
  onClose,
}: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before it leaves the page, so that the focus returns: another dialog may open at once.
  useLayoutEffect(() => {
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      closedby="closerequest"
      onCancel={(event) => {
        // A field in the dialog, such as a file input, fires `cancel` too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (closesBeside && isBeside(event)) close()
      }}
      onClose={onClose}
      className={`max-h-[calc(100dvh-2rem)] overflow-y-auto border border-line bg-paper p-4 text-start text-ink backdrop:bg-backdrop sm:p-6 ${className}`}
    >
      <div className="grid gap-4">
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        {children(close)}
      </div>
    </dialog>,
    document.body,
  )
}
