import type { ComponentType } from 'react'
import { type AddressField, addressLines, type ShippingAddress } from '#order/address/address.ts'

export interface AddressLineProps {
  label?: string | undefined
  children: string
}

export interface AddressLinesProps {
  address: ShippingAddress
  /** Fields that the page shows elsewhere. */
  without?: readonly AddressField[]
  className?: string
  /** Shows one line, whose text is isolated from the reading order of what surrounds it. */
  Line?: ComponentType<AddressLineProps>
}

export function AddressLines({
  address,
  without,
  className = '',
  Line = PlainLine,
}: AddressLinesProps) {
  return (
    <address className={`not-italic [overflow-wrap:anywhere] ${className}`}>
      {addressLines(address, without).map(({ field, label, text }) => (
        <Line key={field} label={label}>
          {text}
        </Line>
      ))}
    </address>
  )
}

function PlainLine({ label, children }: AddressLineProps) {
  if (!label) {
    return (
      <bdi className="block" translate="no">
        {children}
      </bdi>
    )
  }
  return (
    <span className="block">
      {label}: <bdi translate="no">{children}</bdi>
    </span>
  )
}
