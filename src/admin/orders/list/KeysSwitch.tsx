import { useStore } from '@nanostores/react'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { $areKeysOn, setKeys } from './list-keys.ts'

/** Says what the keys do. Phones have none. */
export function KeysSwitch() {
  const areOn = useStore($areKeysOn)
  return (
    <Checkbox checked={areOn} onChange={() => setKeys(!areOn)} labelClass="hidden md:flex">
      <span>
        Keys: <kbd>/</kbd> find, <kbd>j</kbd> and <kbd>k</kbd> next and previous order, <kbd>x</kbd>{' '}
        tick, Enter open
      </span>
    </Checkbox>
  )
}
