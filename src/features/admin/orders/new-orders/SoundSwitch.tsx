import { useStore } from '@nanostores/react'
import { Button } from '#ui/Button.tsx'
import { formatNewOrders, type NewOrdersStore } from './new-orders.store.ts'
import { $isSoundOn, beep, setSound } from './sound.store.ts'

interface NewOrdersBannerProps {
  newOrders: NewOrdersStore
  onShow: () => void
}

/** Says that orders came in; the toast of every page announces it. The list does not move by itself. */
export function NewOrdersBanner({ newOrders, onShow }: NewOrdersBannerProps) {
  const count = useStore(newOrders.$count)
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-forest p-3">
      <p className="me-auto font-semibold">{formatNewOrders(count)}</p>
      <Button variant="primary" onClick={onShow}>
        Show new orders
      </Button>
    </div>
  )
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
          if (!isOn) void beep()
        }}
        className="size-5 accent-forest"
      />
      Sound for new orders
    </label>
  )
}
