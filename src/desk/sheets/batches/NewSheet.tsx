import { useStore } from '@nanostores/react'
import { $couriers, courierOptions } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { NewSheetStore } from './new-sheet.store.ts'
import { SheetResult } from './SheetResult.tsx'

/** Sends the orders that were ticked in the list of orders. */
export function NewSheet({ store }: { store: NewSheetStore }) {
  const courier = useStore(store.$courier)
  const couriers = useStore($couriers)
  const ticked = useStore(store.$ticked)
  const { step } = useStore(store.sheet.$sheet)
  const isBusy = ['checking', 'booking', 'loading'].includes(step)
  return (
    <div className="grid gap-3">
      {ticked.length > 0 && (
        <section aria-label="Orders to send" className="flex flex-wrap items-end gap-3">
          <Select
            label="Courier"
            value={courier}
            disabled={isBusy}
            options={courierOptions(couriers, courier)}
            onChange={store.chooseCourier}
          />
          <Button
            variant="primary"
            isBusy={isBusy}
            onClick={() => void store.sheet.make({ courier, ids: ticked })}
          >
            Send {formatCount(ticked.length)}
          </Button>
          <Button variant="quiet" isBusy={isBusy} onClick={store.forgetTicked}>
            Not now
          </Button>
        </section>
      )}
      <SheetResult sheet={store.sheet} />
    </div>
  )
}
