import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import { $couriers, courierOptions } from '#admin/order/couriers.ts'
import { formatCount, type OrderSummary, STATUS_OPTIONS } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { Select } from '#kit/form/Select.tsx'
import type { OrderStatus } from '#order/status.ts'
import type { BulkStore } from './bulk.store.ts'
import { ConfirmBulk } from './ConfirmBulk.tsx'
import { numberProblems } from './plan.ts'
import { TrackingBoxes } from './TrackingBoxes.tsx'

/** As many as an act takes. */
const MAX_ORDERS = 500

interface Props {
  bulk: BulkStore
  orders: readonly OrderSummary[]
}

const AS_IT_IS = { value: '' as const, label: 'As it is' }

/** The labels stand before the selects where there is room. */
const BAR = {
  className: 'min-w-0',
  labelClass: 'text-sm whitespace-nowrap',
  selectClass: 'w-full px-2',
}

/** Status, courier and tracking numbers for the selected orders. A dialog asks before anything changes. */
export function BulkForm({ bulk, orders }: Props) {
  const choice = useStore(bulk.$choice)
  const couriers = useStore($couriers)
  const [hasBoxes, setHasBoxes] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const boxes = useRef<HTMLDivElement>(null)
  const boxesId = useId()
  const problems = numberProblems(orders, choice.numbers)

  function review(): void {
    const invalid = orders.find(({ id }) => problems.get(id)?.isInvalid)
    setIsAsking(!invalid)
    if (!invalid) return
    setHasBoxes(true)
    focusBox('[aria-invalid=true]')
  }

  /** A scanner types into the first empty box without another press. */
  function toggleBoxes(): void {
    setHasBoxes(!hasBoxes)
    if (!hasBoxes) focusBox('[value=""]')
  }

  /** The boxes may not be in the page yet. */
  function focusBox(selector: string): void {
    requestAnimationFrame(() =>
      boxes.current?.querySelector<HTMLElement>(`input${selector}`)?.focus(),
    )
  }

  if (orders.length > MAX_ORDERS) {
    return <p>At most {MAX_ORDERS} orders can be changed at once. Please select fewer.</p>
  }
  return (
    <form
      aria-label="Change the selected orders"
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
      className="grid gap-2"
    >
      <div id={boxesId} ref={boxes} hidden={!hasBoxes}>
        {hasBoxes && <TrackingBoxes bulk={bulk} orders={orders} problems={problems} />}
      </div>
      <div className="grid grid-cols-2 items-end gap-2 md:flex md:flex-wrap">
        <Select<OrderStatus | ''>
          {...BAR}
          label="New status"
          value={choice.status ?? ''}
          options={[AS_IT_IS, ...STATUS_OPTIONS]}
          onChange={(status) => bulk.choose({ status: status || undefined })}
        />
        <Select
          {...BAR}
          label="Courier"
          value={choice.courier === null ? 'none' : (choice.courier ?? '')}
          options={[AS_IT_IS, ...courierOptions(couriers), { value: 'none', label: 'No courier' }]}
          onChange={(value) =>
            bulk.choose({ courier: value === 'none' ? null : value || undefined })
          }
        />
        <Button
          variant="secondary"
          aria-expanded={hasBoxes}
          aria-controls={boxesId}
          onClick={toggleBoxes}
          className="px-2!"
        >
          Tracking numbers
        </Button>
        <Button variant="primary" type="submit" className="px-3!">
          Update {formatCount(orders.length)}
        </Button>
      </div>
      {isAsking && (
        <ConfirmBulk
          bulk={bulk}
          orders={orders}
          problems={problems}
          onClose={() => setIsAsking(false)}
        />
      )}
    </form>
  )
}
