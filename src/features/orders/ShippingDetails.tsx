import { isErased } from './erased.ts'
import type { Order } from './order.ts'

export function ShippingDetails({ order }: { order: Order }) {
  const { shippingAddress: to, masked } = order
  if (isErased(order)) {
    return <p className="text-muted">Name, address and phone of this order have been erased.</p>
  }
  return (
    <div className="grid gap-3">
      <address className="break-words not-italic">
        <bdi className="block font-medium">{to.fullName}</bdi>
        <bdi className="block">{to.address}</bdi>
        <bdi className="block">
          {to.city}, {to.state} {to.postalCode}
        </bdi>
        <bdi className="block">{to.country}</bdi>
        <bdi className="block">Phone: {to.phone}</bdi>
      </address>
      {masked && (
        <p className="text-sm text-muted">
          Name, street, postal code and phone are hidden here. The device that placed the order
          shows them in full.
        </p>
      )}
    </div>
  )
}
