import type { ReactNode } from 'react'
import { Button } from '#kit/form/Button.tsx'

interface ReloadNoticeProps {
  title: string
  children: ReactNode
}

/** Says that something is missing, with a button that loads the page again. */
export function ReloadNotice({ title, children }: ReloadNoticeProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-section text-center">
      <h2>{title}</h2>
      <p className="text-muted">{children}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}
