import { useStore } from '@nanostores/react'
import { beep } from '#admin/beep.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { $isSoundOn, setSound } from './sound.store.ts'

/** Switching it on plays the sound once. */
export function SoundSwitch() {
  const isOn = useStore($isSoundOn)
  return (
    <Checkbox
      checked={isOn}
      onChange={() => {
        setSound(!isOn)
        if (!isOn) void beep()
      }}
      labelClass="inline-flex"
    >
      Sound for new orders
    </Checkbox>
  )
}
