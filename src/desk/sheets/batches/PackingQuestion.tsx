import { courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { type AskedReason, isAsked, REASON_COUNTS } from '#admin/order/packing.ts'
import { formatShortMoment } from '#admin/order/short-moment.ts'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { useTicks } from '#kit/form/useTicks.ts'
import { paths } from '#paths.ts'
import { countPackable, oldestOf, reasonCounts } from './packable.ts'
import type { SheetStore, SheetView } from './sheet.store.ts'

interface Props {
  view: Extract<SheetView, { step: 'asking' }>
  sheet: SheetStore
}

/** Says how many orders a sheet would book, and what of the others can be included. Nothing is booked yet. */
export function PackingQuestion({ view: { request, groups, changed }, sheet }: Props) {
  const [included, toggle] = useTicks<AskedReason>()
  const include = [...included]
  const count = countPackable(groups, include)
  const oldest = oldestOf(groups)
  const courier = courierName(request.courier)
  return (
    <section
      aria-labelledby="packing-question"
      className="mt-4 grid max-w-2xl gap-3 rounded-lg border border-amber p-4"
    >
      <h3 id="packing-question" className="text-h3">
        Book {formatCount(count)} with {courier}?
      </h3>
      {oldest && <p>The oldest was placed {formatShortMoment(oldest)}. Nothing is booked yet.</p>}
      <ul className="grid">
        {reasonCounts(groups).map(({ reason, orders }) => (
          <li key={reason}>
            {isAsked(reason) ? (
              <Checkbox checked={included.has(reason)} onChange={() => toggle(reason)}>
                Include {orders} {REASON_COUNTS[reason]}
              </Checkbox>
            ) : (
              <p>
                {orders} {REASON_COUNTS[reason]}: left out.
              </p>
            )}
          </li>
        ))}
      </ul>
      {changed.length > 0 && (
        <ul aria-label="Changed by their customers">
          {changed.map(({ id, fullName }) => (
            <li key={id}>
              <a
                href={paths.adminOrder(id)}
                target="_blank"
                rel="noreferrer"
                className="text-link inline-flex min-h-touch items-center"
              >
                Look at {id} first (<bdi>{fullName}</bdi>)
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {count > 0 && (
          <Button variant="primary" onClick={() => void sheet.makeIncluding(include)}>
            Book {formatCount(count)} with {courier}
          </Button>
        )}
        <Button variant="secondary" onClick={sheet.cancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
