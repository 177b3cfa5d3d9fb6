import type { ComponentType } from 'react'
import { type AddressField, addressLines, type ShippingAddress } from '../address/address.ts'

export interface AddressLinesProps {
  address: ShippingAddress
  /** Fields that the page shows elsewhere. */
  without?: readonly AddressField[]
  className?: string
  /** Shows one line, isolated from the reading order of what surrounds it. */
  Line?: ComponentType<{ children: string }>
}

export function AddressLines({
  address,
  without,
  className = '',
  Line = PlainLine,
}: AddressLinesProps) {
  return (
    <address className={`not-italic [overflow-wrap:anywhere] ${className}`}>
      {addressLines(address, without).map(({ field, text }) => (
        <Line key={field}>{text}</Line>
      ))}
    </address>
  )
}

function PlainLine({ children }: { children: string }) {
  return <bdi className="block">{children}</bdi>
}
