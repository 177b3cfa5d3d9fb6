import { useStore } from '@nanostores/react'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Pager } from '#ui/Pager.tsx'
import type { OrderPage } from '../order-list.ts'
import { OrderTable } from './OrderTable.tsx'
import type { OrderListStore } from './order-list.store.ts'
import type { SelectionStore } from './selection.store.ts'

interface Props {
  list: OrderListStore
  selection: SelectionStore
}

export function OrderResults({ list, selection }: Props) {
  const view = useStore(list.$list)
  const isWaiting = view.state === 'loading' || (view.state === 'shown' && view.isLoading)
  return (
    <div>
      <p role="status" className="-mt-4 min-h-6 text-muted">
        {isWaiting && 'Loading orders...'}
      </p>
      {view.state === 'failed' && (
        <LoadProblem title="The orders could not be loaded." onRetry={() => void list.load()} />
      )}
      {view.state === 'shown' && (
        <div aria-busy={view.isLoading} className="aria-busy:opacity-60">
          <ShownOrders page={view.page} list={list} selection={selection} />
        </div>
      )}
    </div>
  )
}

function ShownOrders({ page, list, selection }: Props & { page: OrderPage }) {
  const { older, newer } = page
  return (
    <>
      {page.orders.length > 0 ? (
        <OrderTable orders={page.orders} selection={selection} />
      ) : (
        <p className="py-6 text-muted">No orders found matching your criteria</p>
      )}
      <Pager
        label="Pages of orders"
        onNewer={newer && (() => void list.choose({ newerThan: newer }))}
        onOlder={older && (() => void list.choose({ olderThan: older }))}
      />
    </>
  )
}
