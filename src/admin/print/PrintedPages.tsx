import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Pages that are printed instead of everything else (print.css). `paper` names their size there. */
export function PrintedPages({ paper, children }: { paper: string; children: ReactNode }) {
  return createPortal(
    <div className="print-sheet" data-paper={paper}>
      {children}
    </div>,
    document.body,
  )
}
