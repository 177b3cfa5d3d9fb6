import { useStore } from '@nanostores/react'
import { BackToOrders } from '#admin/place/BackToOrders.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { island } from '#kit/scripts/island.tsx'
import { CourierList } from '../couriers/CourierList.tsx'
import { CourierSettingsForm } from '../couriers/CourierSettingsForm.tsx'
import { BatchList } from './BatchList.tsx'
import { type BatchesPageStore, createBatchesPage } from './batches-page.store.ts'
import { NewSheet } from './NewSheet.tsx'
import { SheetResult } from './SheetResult.tsx'

export const BatchesIsland = island(Batches, createBatchesPage)

function Batches({ store }: { store: BatchesPageStore }) {
  const courier = useStore(store.$courier)
  return (
    <div className="grid gap-10">
      <div className="grid gap-6">
        <div>
          <BackToOrders />
          <h1 className="text-h2">Courier sheets</h1>
        </div>
        <NewSheet page={store} />
        <SheetResult sheet={store.sheet} />
      </div>
      <BatchList page={store} />
      <CourierList editor={store.couriers} />
      <CourierSettingsForm key={courier} courier={courier} store={store.courierSettings} />
      <PrintedJob printing={store.printing} />
    </div>
  )
}
