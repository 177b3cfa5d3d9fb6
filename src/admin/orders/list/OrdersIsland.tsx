import { NoRows } from '#admin/lists/NoRows.tsx'
import { PagedList } from '#admin/lists/PagedList.tsx'
import { NO_ORDER_FILTER } from '#admin/orders/order-filter.ts'
import { Button } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderTable } from './OrderTable.tsx'
import type { OrderListStore } from './order-list.store.ts'
import { createOrdersPage, type OrdersPageStore } from './orders-page.store.ts'
import { Switches } from './Switches.tsx'

export const OrdersIsland = island(Orders, () => createOrdersPage())

function Orders({ store }: { store: OrdersPageStore }) {
  const { list, additions } = store
  return (
    <div className="action-bar-page flex flex-col gap-3">
      <OrderFilters store={store} />
      {/* Room for the words of a reload above the list. */}
      <div className="mt-3">
        <PagedList list={list} name="orders">
          {({ rows }) => (
            <>
              {rows.length > 0 ? (
                <OrderTable orders={rows} store={store} />
              ) : (
                <NoOrders list={list} />
              )}
              {/* With the list, which would move it. */}
              <Switches hasTicks={additions !== undefined} />
            </>
          )}
        </PagedList>
      </div>
      {additions?.bar}
    </div>
  )
}

/** With the way to orders: to all of them, or what brings them. */
function NoOrders({ list }: { list: OrderListStore }) {
  const title = 'No orders found matching your criteria'
  if (list.isUnfiltered())
    return <NoRows title={title} hint="New orders appear here as they come." />
  return (
    <div className="mb-3">
      <NoRows title={title} />
      <Button onClick={() => void list.show(NO_ORDER_FILTER)}>Show all orders</Button>
    </div>
  )
}
