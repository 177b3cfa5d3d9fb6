import { useStore } from '@nanostores/react'
import { BulkPanel } from '../bulk/BulkPanel.tsx'
import { ExportBar } from '../export/ExportBar.tsx'
import { NewsBanner } from '../news/NewsBanner.tsx'
import { SoundSwitch } from '../news/SoundSwitch.tsx'
import { PrintOnce } from '../print/PrintOnce.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderResults } from './OrderResults.tsx'
import type { OrdersDesk } from './orders-page.ts'
import { SelectionBar } from './SelectionBar.tsx'

export function OrdersPage({ desk }: { desk: OrdersDesk }) {
  const query = useStore(desk.list.$query)
  return (
    <div className="grid gap-6">
      <NewsBanner news={desk.news} onShow={() => void desk.list.showNewest()} />
      <OrderFilters list={desk.list} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ExportBar exporting={desk.exporting} query={query} />
        <SoundSwitch />
      </div>
      <SelectionBar selection={desk.selection} printing={desk.printing} />
      <BulkPanel bulk={desk.bulk} selection={desk.selection} />
      <OrderResults list={desk.list} selection={desk.selection} />
      <PrintOnce printing={desk.printing} />
    </div>
  )
}
