import { useStore } from '@nanostores/react'
import { formatCount } from '#admin/order/orders.ts'
import { paths } from '#paths.ts'
import type { PrintingStore } from './printing.store.ts'

/** Names the orders that were not printed, since they were cancelled meanwhile. */
export function LeftOutNotice({ printing }: { printing: PrintingStore }) {
  const view = useStore(printing.$printing)
  const leftOut = 'leftOut' in view ? view.leftOut : []
  return (
    <div role="alert" data-no-print>
      {leftOut.length > 0 && (
        <div className="rounded-lg border border-danger p-3">
          <p className="font-semibold">
            {view.step === 'nothing' ? 'Nothing was printed. ' : ''}
            {formatCount(leftOut.length)} left out:
          </p>
          <ul>
            {leftOut.map(({ id, why }) => (
              <li key={id}>
                <a href={paths.adminOrder(id)} className="text-link">
                  {id}
                </a>
                : {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
