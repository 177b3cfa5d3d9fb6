import { formatCount } from '#admin/order/orders.ts'
import { Button } from '#kit/form/Button.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { useTicks } from '#kit/form/useTicks.ts'
import { paths } from '#paths.ts'
import type { ChangedOrders } from './changed-orders.ts'
import type { SheetStore } from './sheet.store.ts'

interface Props {
  changed: ChangedOrders['changed']
  sheet: SheetStore
}

/** Names the orders that their customers changed, before they are booked. Those that are ticked are included. */
export function ChangedQuestion({ changed, sheet }: Props) {
  const [included, toggle] = useTicks<string>()
  const leftOut = changed.map(({ id }) => id).filter((id) => !included.has(id))
  return (
    <section
      aria-labelledby="changed-orders"
      className="mt-4 grid max-w-2xl gap-3 rounded-lg border border-amber p-4"
    >
      <h3 id="changed-orders" className="text-h3">
        Changed by customers
      </h3>
      <p>No admin has looked at these orders since. Nothing is booked yet.</p>
      <ul className="border-t border-line">
        {changed.map(({ id, fullName }) => (
          <li key={id} className="grid border-b border-line py-1">
            <p>
              {id} (<bdi>{fullName}</bdi>) was changed by its customer:
            </p>
            <div className="flex flex-wrap gap-x-6">
              <a
                href={paths.adminOrder(id)}
                target="_blank"
                rel="noreferrer"
                className="text-link inline-flex min-h-touch items-center"
              >
                Look at it first<span className="sr-only">: {id}</span>
              </a>
              <Checkbox
                checked={included.has(id)}
                onChange={() => toggle(id)}
                labelClass="inline-flex"
              >
                <span>
                  Include<span className="sr-only"> {id}</span>
                </span>
              </Checkbox>
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void sheet.makeWithout(leftOut)}>
          {leftOut.length > 0
            ? `Make the sheet without ${formatCount(leftOut.length)}`
            : 'Make the sheet'}
        </Button>
        <Button variant="secondary" onClick={sheet.cancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
