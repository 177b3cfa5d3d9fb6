import type { ReactNode } from 'react'
import { OrderLink } from './OrderLink.tsx'

/** How many orders are named beside a tick that is about all of them. */
export const MAX_NAMES = 8

interface LinkedOrder {
  id: string
  /** Of its customer. */
  fullName?: string
  /** What is said of it: it has a line of its own then. */
  why?: string
}

interface OrderLinksProps {
  /** What is said of all of them. */
  children?: ReactNode
  orders: readonly LinkedOrder[]
  /** How many are named. */
  most?: number
  className?: string
}

/** Orders in a text. Each leads to its page, in another tab: what is being done here stays. */
export function OrderLinks({
  children,
  orders,
  most = Number.POSITIVE_INFINITY,
  className = 'max-w-prose',
}: OrderLinksProps) {
  if (orders.length === 0) return null
  const named = orders.slice(0, most)
  return (
    <div className={className}>
      {children}{' '}
      {named.map(({ id, fullName, why }, nth) => (
        <span key={id} className={why ? 'block' : ''}>
          {nth > 0 && !why && ', '}
          <OrderLink id={id} isElsewhere>
            {fullName && (
              <>
                <bdi>{fullName}</bdi> ({id})
              </>
            )}
          </OrderLink>
          {why && `: ${why}`}
        </span>
      ))}
      {orders.length > named.length && ` and ${orders.length - named.length} more`}
    </div>
  )
}
