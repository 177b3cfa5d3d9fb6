import { useStore } from '@nanostores/react'
import { beep } from './beep.ts'
import { $isSoundOn, setSound } from './sound.store.ts'

/** Switching it on lets the owner hear what will be heard. */
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
