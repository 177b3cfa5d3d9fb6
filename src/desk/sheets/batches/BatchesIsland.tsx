import { useStore } from '@nanostores/react'
import { BackToOrders } from '#admin/place/BackToOrders.tsx'
import { PrintedJob } from '#admin/print/PrintedJob.tsx'
import { CourierList } from '#desk/sheets/couriers/CourierList.tsx'
import { CourierSettingsForm } from '#desk/sheets/couriers/CourierSettingsForm.tsx'
import { buttonClass } from '#kit/form/Button.tsx'
import { island } from '#kit/island/island.tsx'
import { paths } from '#paths.ts'
import { BatchList } from './BatchList.tsx'
import { type BatchesPageStore, createBatchesPage } from './batches-page.store.ts'
import { NewSheet } from './NewSheet.tsx'
import { SheetResult } from './SheetResult.tsx'

export const BatchesIsland = island(Batches, createBatchesPage)

function Batches({ store }: { store: BatchesPageStore }) {
  const courier = useStore(store.$courier)
  const areCouriersLoading = useStore(store.courierSettings.$remote).state === 'loading'
  return (
    <div className="grid gap-10">
      <div className="grid gap-6">
        <div>
          <BackToOrders />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h1 className="text-h2">Courier sheets</h1>
            <a href={paths.adminScan} className={buttonClass('secondary')}>
              Scan Parcels
            </a>
          </div>
        </div>
        <NewSheet page={store} />
        <SheetResult sheet={store.sheet} />
      </div>
      {/* The couriers come with their settings. */}
      <div data-loading={areCouriersLoading || undefined}>
        <BatchList page={store} />
      </div>
      <CourierList editor={store.couriers} />
      <CourierSettingsForm key={courier} courier={courier} store={store.courierSettings} />
      <PrintedJob printing={store.printing} />
    </div>
  )
}
