import { useEffect, useRef, useState } from 'react'
import { isErased, type Order } from '#order/order.ts'
import { LoadedForm } from './FoldedForm.tsx'
import { useOrders } from './OrderPage.tsx'

/** Whether the page of an order first asks for its phone. */
export function asksForPhone(order: Order): boolean {
  return order.masked && !isErased(order)
}

/** Asks a masked page's reader for the phone, and shows the order in place (docs/product.md, rule 7.55). */
export function ShowMyOrder({ order }: { order: Order }) {
  const { show } = useOrders()
  const [isFound, setFound] = useState(false)
  const message = useRef<HTMLParagraphElement>(null)

  // The button that had the focus is gone.
  useEffect(() => {
    if (isFound) message.current?.focus({ preventScroll: true })
  }, [isFound])

  function showFound(found: Order): void {
    show(found)
    setFound(true)
  }

  return (
    <>
      {asksForPhone(order) && (
        <LoadedForm orderId={order.id}>
          {({ PhoneForm }) => <PhoneForm orderId={order.id} onFound={showFound} />}
        </LoadedForm>
      )}
      {/* In the page from the start: a live region that arrives with its text stays silent. */}
      <p ref={message} role="status" tabIndex={-1} className="sr-only">
        {isFound && 'Your order is shown in full.'}
      </p>
    </>
  )
}
