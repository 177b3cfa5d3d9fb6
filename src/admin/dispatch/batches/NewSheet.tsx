import { useStore } from '@nanostores/react'
import { formatCount } from '#admin/order/orders.ts'
import { settings } from '#config/settings.ts'
import { Button } from '#kit/form/Button.tsx'
import { courierName } from '#order/couriers.ts'
import type { BatchesPageStore } from './batches-page.store.ts'

function questionOf(courier: string): string {
  return `Book every open order that no courier has with ${courierName(courier)}?`
}

/** The courier, and which orders its sheet has. */
export function NewSheet({ page }: { page: BatchesPageStore }) {
  const courier = useStore(page.$courier)
  const ticked = useStore(page.$ticked)
  const { step } = useStore(page.sheet.$sheet)
  const isBusy = step === 'booking' || step === 'loading'
  return (
    <section aria-labelledby="new-sheet" className="grid gap-4">
      <h2 id="new-sheet" className="text-h3">
        New sheet
      </h2>
      <label className="block max-w-xs">
        <span className="mb-1 block font-medium">Courier</span>
        <select
          value={courier}
          disabled={isBusy}
          onChange={(event) => page.$courier.set(event.currentTarget.value)}
          className="block min-h-touch w-full rounded-md border border-edge bg-paper px-3 text-base text-ink"
        >
          {settings.couriers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {ticked.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            isBusy={isBusy}
            onClick={() => void page.sheet.make(courier, ticked)}
          >
            Make a sheet of {formatCount(ticked.length)} you selected
          </Button>
          <Button variant="quiet" isBusy={isBusy} onClick={page.forgetTicked}>
            Forget the selection
          </Button>
        </div>
      )}
      <p className="max-w-prose text-muted">
        The orders of a sheet are booked with the courier and stand together in a batch below. They
        can no longer be corrected, and no other sheet gets them unless you ask for it.
      </p>
      {/* Not where the first button was: a second press of that one must not book every order. */}
      <Button
        variant={ticked.length > 0 ? 'secondary' : 'primary'}
        isBusy={isBusy}
        className="justify-self-start"
        onClick={() => confirm(questionOf(courier)) && void page.sheet.make(courier, undefined)}
      >
        Make a sheet of all orders not yet booked
      </Button>
    </section>
  )
}
