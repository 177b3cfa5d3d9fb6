import { useStore } from '@nanostores/react'
import { island } from '#ui/island.tsx'
import { PagedList } from '../../lists/PagedList.tsx'
import { BulkPanel } from '../bulk/BulkPanel.tsx'
import { ExportBar } from '../export/ExportBar.tsx'
import { NewOrdersBanner, SoundSwitch } from '../new-orders/NewOrders.tsx'
import { PrintedSelection } from '../print/PackingSlips.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderTable } from './OrderTable.tsx'
import { createOrdersPage, type OrdersPageStore } from './orders-page.store.ts'
import { SelectionBar } from './SelectionBar.tsx'

export const OrdersIsland = island(Orders, () => createOrdersPage())

function Orders({ store }: { store: OrdersPageStore }) {
  const { list, newOrders, bulk, selection, printing, exporting } = store
  const query = useStore(list.$query)
  return (
    <div className="grid gap-6">
      <NewOrdersBanner newOrders={newOrders} onShow={() => void list.showNewest()} />
      <OrderFilters list={list} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ExportBar exporting={exporting} filter={query} />
        <SoundSwitch />
      </div>
      <SelectionBar selection={selection} printing={printing} />
      <BulkPanel bulk={bulk} selection={selection} />
      <PagedList list={list} name="orders">
        {({ rows }) =>
          rows.length > 0 ? (
            <OrderTable orders={rows} selection={selection} />
          ) : (
            <p className="py-6 text-muted">No orders found matching your criteria</p>
          )
        }
      </PagedList>
      <PrintedSelection printing={printing} />
    </div>
  )
}
