import { useStore } from '@nanostores/react'
import { $isSoundOn, beep, setSound } from './sound.store.ts'

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
