import type { ReactNode } from 'react'

export interface DisclosureProps {
  title: string
  /** Unfolded from the start. */
  isOpen?: boolean
  onOpen?: () => void
  children: ReactNode
}

/** A folded part of an order's page. */
export function Disclosure({ title, isOpen = false, onOpen, children }: DisclosureProps) {
  return (
    <details
      className="rounded-lg border border-line"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
      data-no-print
    >
      {/* A list item, so that it has its arrow. */}
      <summary className="min-h-touch cursor-pointer px-4 py-2.5 font-semibold">{title}</summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  )
}
