/* What is rarely done with an order, behind one button. */
import { EraseCustomer } from '#admin/customers/EraseCustomer.tsx'
import type { OrderInFull } from '#admin/order/orders.ts'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { Button } from '#kit/form/Button.tsx'
import { Sheet } from '#kit/form/Sheet.tsx'
import { isErased } from '#order/order.ts'
import { REPLACEMENT } from '#paths.ts'
import { History } from './History.tsx'
import { DeleteOrder } from './OrderActs.tsx'
import { SendReplacement } from './SendReplacement.tsx'

/** Which sheet is open. */
export type More = 'menu' | 'history' | 'replacement'

interface MoreActsProps {
  open: More
  found: OrderInFull
  /** Opens another one, or none. */
  onOpen: (more: More | undefined) => void
  onPrintSlip: () => void
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** The link of a request for help opens the replacement. */
export function firstMore(found: OrderInFull): More | undefined {
  return location.hash === `#${REPLACEMENT}` && mayBeReplaced(found) ? 'replacement' : undefined
}

function mayBeReplaced({ order }: OrderInFull): boolean {
  return ['shipped', 'delivered'].includes(order.status) && !isErased(order)
}

export function MoreActs({ open, found, onOpen, onPrintSlip, onChange }: MoreActsProps) {
  const { order } = found
  const close = () => onOpen(undefined)
  if (open === 'history')
    return (
      <Sheet title="History" onClose={close}>
        <History found={found} />
      </Sheet>
    )
  if (open === 'replacement')
    return (
      <Sheet title="Send a Replacement" onClose={close}>
        <SendReplacement found={found} />
      </Sheet>
    )
  return (
    <Sheet title={`Order ${order.id}`} onClose={close}>
      <Button variant="secondary" onClick={() => onOpen('history')}>
        History
      </Button>
      {mayBeReplaced(found) && (
        <Button variant="secondary" onClick={() => onOpen('replacement')}>
          Send a Replacement
        </Button>
      )}
      {!isErased(order) && (
        <>
          <Button variant="secondary" onClick={onPrintSlip}>
            Print slip
          </Button>
          <PaperSelect />
          <EraseCustomer
            fullName={order.shippingAddress.fullName}
            whose={{ order: order.id }}
            onErased={() => {
              close()
              void onChange()
            }}
          />
        </>
      )}
      {found.mayBeDeleted && <DeleteOrder order={order} onChange={onChange} />}
    </Sheet>
  )
}
