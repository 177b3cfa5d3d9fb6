/* What is rarely done with an order, behind one button. */
import { sayChanged } from '#admin/acts/offer-undo.ts'
import { useRowAct } from '#admin/acts/useRowAct.ts'
import { EraseCustomer } from '#admin/customers/EraseCustomer.tsx'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { Button } from '#kit/form/Button.tsx'
import { useConfirm } from '#kit/form/ConfirmDialog.tsx'
import { Sheet } from '#kit/form/Sheet.tsx'
import { showToastOnNextPage } from '#kit/toast/toast.store.ts'
import { isErased } from '#order/order.ts'
import { paths, REPLACEMENT } from '#paths.ts'
import { createOrderAdditions } from './desk-slot.ts'
import { History } from './History.tsx'
import type { OrderInFull } from './order-in-full.ts'
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
  const hasLeft = ['shipped', 'delivered'].includes(order.status)
  return createOrderAdditions !== undefined && hasLeft && !isErased(order)
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
      {found.mayBeDeleted && <DeleteOrder found={found} onChange={onChange} />}
    </Sheet>
  )
}

/** For a cancelled order that was never booked. */
function DeleteOrder({ found, onChange }: Pick<MoreActsProps, 'found' | 'onChange'>) {
  const { id, version } = found.order
  const { isBusy, press } = useRowAct('Error deleting an order')
  const [dialog, ask] = useConfirm()
  const onConfirm = () =>
    press('delete', { id, version }, async ({ ok }) => {
      if (!ok) {
        sayChanged('Not deleted')
        return onChange()
      }
      showToastOnNextPage({ title: 'Order deleted', description: `${id} is deleted for good.` })
      location.assign(paths.adminOrders)
    })
  return (
    <>
      {dialog}
      <Button
        variant="quiet"
        isBusy={isBusy}
        onClick={() =>
          ask({
            title: `Delete order ${id} for good?`,
            children: <p>Name, address, phone and notes go with it. This cannot be undone.</p>,
            action: 'Delete for good',
            onConfirm,
          })
        }
      >
        Delete this order for good
      </Button>
    </>
  )
}
