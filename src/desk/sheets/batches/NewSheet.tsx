import { useStore } from '@nanostores/react'
import { $couriers, courierOptions } from '#admin/order/couriers.ts'
import { Button } from '#kit/form/Button.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { BatchesPageStore } from './batches-page.store.ts'

/** The courier, and which orders its sheet has. */
export function NewSheet({ page }: { page: BatchesPageStore }) {
  const courier = useStore(page.$courier)
  const couriers = useStore($couriers)
  const { step } = useStore(page.sheet.$sheet)
  const isBusy = ['checking', 'booking', 'loading'].includes(step)
  return (
    <section aria-labelledby="new-sheet" className="grid gap-4">
      <h2 id="new-sheet" className="text-h3">
        New sheet
      </h2>
      <Select
        label="Courier"
        className="max-w-xs"
        value={courier}
        disabled={isBusy}
        options={courierOptions(couriers, courier)}
        onChange={page.chooseCourier}
      />
      <p className="max-w-prose text-muted">
        The orders of a sheet are booked with the courier and stand together in a batch below. They
        can no longer be corrected, and no other sheet gets them unless you ask for it.
      </p>
      <Button
        variant="primary"
        isBusy={isBusy}
        className="justify-self-start"
        onClick={() => void page.sheet.make({ courier })}
      >
        Make a sheet of all orders not yet booked
      </Button>
    </section>
  )
}
