import type { ReactNode } from 'react'
import { paths } from '#paths.ts'

interface OrderLinkProps {
  id: string
  children?: ReactNode
  /** In a text, and in another tab: what is being done here stays. */
  isElsewhere?: boolean
}

/** Leads to the page of an order. */
export function OrderLink({ id, children, isElsewhere = false }: OrderLinkProps) {
  return (
    <a
      href={paths.adminOrder(id)}
      {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
      className={isElsewhere ? 'text-link' : 'touch-link'}
    >
      {children ?? id}
    </a>
  )
}
