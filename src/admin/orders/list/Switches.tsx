import { useStore } from '@nanostores/react'
import { beep } from '#admin/beep.ts'
import { $isSoundOn, setSound } from '#admin/orders/new-orders/sound.store.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { $areKeysOn, setKeys } from './list-keys.ts'

/** What this device does. Switching the sound on plays it once; phones have no keys. */
export function Switches({ hasTicks }: { hasTicks: boolean }) {
  const isSoundOn = useStore($isSoundOn)
  const areKeysOn = useStore($areKeysOn)
  return (
    <>
      <Checkbox
        checked={isSoundOn}
        onChange={() => {
          setSound(!isSoundOn)
          if (!isSoundOn) void beep()
        }}
        labelClass="inline-flex"
      >
        Sound for new orders
      </Checkbox>
      <Checkbox
        checked={areKeysOn}
        onChange={() => setKeys(!areKeysOn)}
        labelClass="hidden md:flex"
      >
        <span>
          Keys: <kbd>/</kbd> find, <kbd>j</kbd> and <kbd>k</kbd> next and previous order,{' '}
          {hasTicks && (
            <>
              <kbd>x</kbd> tick,{' '}
            </>
          )}
          Enter open
        </span>
      </Checkbox>
    </>
  )
}
