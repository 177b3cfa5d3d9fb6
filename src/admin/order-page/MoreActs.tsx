/* What is rarely done with an order, behind one button. */
import { EraseCustomer } from '#admin/customers/EraseCustomer.tsx'
import { Sheet } from '#admin/kit/Sheet.tsx'
import { PaperSelect } from '#admin/print/PaperSelect.tsx'
import { Button } from '#kit/form/Button.tsx'
import { isErased } from '#order/order.ts'
import type { MoreSheet } from './desk-slot.ts'
import { History } from './History.tsx'
import type { OrderWithHistory } from './order-with-history.ts'

/** Which sheet is open. */
export type More = 'menu' | 'history' | 'sheet'

interface MoreActsProps {
  open: More
  found: OrderWithHistory
  /** Of the desk. */
  sheet: MoreSheet | undefined
  /** Opens another one, or none. */
  onOpen: (more: More | undefined) => void
  onPrintSlip: () => void
  /** Loads the order again. */
  onChange: () => Promise<void>
}

/** A link may open the sheet of the desk. */
export function firstMore(sheet: MoreSheet | undefined): More | undefined {
  return sheet && location.hash === `#${sheet.fragment}` ? 'sheet' : undefined
}

export function MoreActs(props: MoreActsProps) {
  const { open, found, sheet, onOpen, onPrintSlip, onChange } = props
  const { order } = found
  const close = () => onOpen(undefined)
  if (open === 'history')
    return (
      <Sheet title="History" onClose={close}>
        <History found={found} />
      </Sheet>
    )
  if (open === 'sheet')
    return (
      sheet && (
        <Sheet title={sheet.title} onClose={close}>
          {sheet.content}
        </Sheet>
      )
    )
  return (
    <Sheet title={`Order ${order.id}`} onClose={close}>
      <Button onClick={() => onOpen('history')}>History</Button>
      {sheet && <Button onClick={() => onOpen('sheet')}>{sheet.title}</Button>}
      {!isErased(order) && (
        <>
          <Button onClick={onPrintSlip}>Print slip</Button>
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
    </Sheet>
  )
}
