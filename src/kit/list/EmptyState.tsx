import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  hint?: string | undefined
  /** The level of the title: 'h1' where there is nothing else on the page. */
  as?: 'h1' | 'h2'
  /** Links or buttons. */
  children?: ReactNode
}

/** What a page or a list shows when it is empty. */
export function EmptyState({ title, hint, as: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-4 py-section text-center">
      <Heading className="text-h2">{title}</Heading>
      {hint && <p className="text-muted">{hint}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
