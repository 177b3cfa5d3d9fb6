import type { ReactNode } from 'react'

export interface DisclosureProps {
  title: string
  /** Looks like the button that it is, while it is folded. */
  isPrimary?: boolean
  /** Unfolded from the start. */
  isOpen?: boolean
  onOpen?: () => void
  children: ReactNode
}

/** A folded part of an order's page. */
export function Disclosure({
  title,
  isPrimary = false,
  isOpen = false,
  onOpen,
  children,
}: DisclosureProps) {
  return (
    <details
      className="group rounded-lg border border-line"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
      data-no-print
    >
      {/* A list item, so that it has its arrow. */}
      <summary
        className={`min-h-touch cursor-pointer rounded-lg px-4 py-2.5 font-semibold ${
          isPrimary ? 'not-group-open:bg-forest not-group-open:text-on-forest' : ''
        }`}
      >
        {title}
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  )
}
