import { useStore } from '@nanostores/react'
import { Button } from '#ui/Button.tsx'
import { MAX_PAGE_SIZE } from '../orders.ts'
import type { NewOrdersStore } from './new-orders.store.ts'
import { $isSoundOn, beep, setSound } from './sound.store.ts'

interface NewOrdersBannerProps {
  newOrders: NewOrdersStore
  onShow: () => void
}

/** Says that orders came in. The list does not move by itself. */
export function NewOrdersBanner({ newOrders, onShow }: NewOrdersBannerProps) {
  const count = useStore(newOrders.$count)
  return (
    <div role="status" className="empty:absolute">
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border border-forest p-3">
          <p className="me-auto font-semibold">{formatNewOrders(count)}</p>
          <Button variant="primary" onClick={onShow}>
            Show new orders
          </Button>
        </div>
      )}
    </div>
  )
}

function formatNewOrders(count: number): string {
  if (count === 1) return '1 new order'
  return `${count}${count >= MAX_PAGE_SIZE ? ' or more' : ''} new orders`
}

/** Switching it on plays the sound once. */
export function SoundSwitch() {
  const isOn = useStore($isSoundOn)
  return (
    <label className="inline-flex min-h-touch items-center gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={() => {
          setSound(!isOn)
          if (!isOn) beep()
        }}
        className="size-5 accent-forest"
      />
      Sound for new orders
    </label>
  )
}
