import { useState } from 'react'
import { ORDER_STATUSES, type Order, type OrderStatus, statusName } from '#features/orders/order.ts'
import { Button } from '#ui/Button.tsx'
import { StatusSelect } from '../StatusSelect.tsx'
import { NotSaved } from './NotSaved.tsx'
import type { OrderDetailStore, SaveState } from './order-detail.store.ts'

interface Props {
  order: Order
  save: SaveState
  detail: OrderDetailStore
}

const OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: statusName(value) }))

export function StatusForm({ order, save, detail }: Props) {
  const [chosen, setChosen] = useState<OrderStatus>()
  const status = chosen ?? order.status
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setChosen(undefined)
        void detail.updateStatus(status)
      }}
      className="grid content-start gap-3 rounded-lg border border-line p-4"
    >
      <StatusSelect label="Status" value={status} options={OPTIONS} onChoose={setChosen} />
      <Button
        variant="primary"
        type="submit"
        disabled={save === 'saving' || status === order.status}
        className="justify-self-start"
      >
        Update Status
      </Button>
      <NotSaved
        what="The status"
        isShown={save === 'unsaved'}
        onRetry={() => void detail.retry('status')}
      />
    </form>
  )
}
