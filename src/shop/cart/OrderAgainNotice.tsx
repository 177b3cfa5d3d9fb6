import { useStore } from '@nanostores/react'
import { $orderAgain } from './order-again.store.ts'

/** Says what the cart took from an earlier order. Empty otherwise. */
export function OrderAgainNotice() {
  const report = useStore($orderAgain)
  return (
    <div
      role="status"
      className="not-empty:mt-8 not-empty:rounded-md not-empty:bg-sand not-empty:p-4"
    >
      {report && (
        <>
          <p className="font-semibold">
            Order <span translate="no">{report.orderId}</span> again, at today’s prices
          </p>
          <p>{`Your cart now holds ${report.cart}.`}</p>
          {report.notes.length > 0 && (
            <ul className="mt-2 list-disc ps-5">
              {report.notes.map((note) => (
                <li key={note}>
                  <bdi>{note}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  )
}
