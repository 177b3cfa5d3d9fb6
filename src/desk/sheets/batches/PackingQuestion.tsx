import { courierName } from '#admin/order/couriers.ts'
import { formatCount } from '#admin/order/orders.ts'
import { type AskedReason, isAsked, REASON_COUNTS } from '#admin/order/packing.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { ConfirmDialog } from '#kit/form/ConfirmDialog.tsx'
import { useTicks } from '#kit/form/useTicks.ts'
import { paths } from '#paths.ts'
import type { StoppedOrder } from './batches.ts'
import { countPackable, stoppedBy } from './packable.ts'
import type { SheetStore, SheetView } from './sheet.store.ts'

interface Props {
  view: Extract<SheetView, { step: 'asking' }>
  sheet: SheetStore
}

/** Says how many orders would be sent, and names those that stay out, with the reason. Nothing is booked yet. */
export function PackingQuestion({ view: { request, groups, stopped }, sheet }: Props) {
  const [included, toggle] = useTicks<AskedReason>()
  const count = countPackable(groups, [...included])
  const courier = courierName(request.courier)
  return (
    <ConfirmDialog
      title={count > 0 ? `Send ${formatCount(count)} with ${courier}?` : 'None of them may leave'}
      action={count > 0 ? `Send ${formatCount(count)}` : undefined}
      onConfirm={() => void sheet.makeIncluding([...included])}
      onClose={sheet.cancel}
    >
      <ul className="grid gap-2">
        {stoppedBy(groups, stopped).map(({ reason, orders, named }) => (
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
            <Names named={named} more={orders - named.length} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** Each leads to its order, in a page of its own. */
function Names({ named, more }: { named: readonly StoppedOrder[]; more: number }) {
  return (
    <p className="text-sm">
      {named.map(({ id, fullName }, nth) => (
        <span key={id}>
          {nth > 0 && ', '}
          <a href={paths.adminOrder(id)} target="_blank" rel="noreferrer" className="text-link">
            <bdi>{fullName}</bdi> {id}
          </a>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  )
}
