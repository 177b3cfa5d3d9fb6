import { useStore } from '@nanostores/react'
import { $areKeysOn, setKeys } from './list-keys.ts'

/** Says what the keys do. Phones have none. */
export function KeysSwitch() {
  const areOn = useStore($areKeysOn)
  return (
    <label className="hidden min-h-touch items-center gap-3 md:flex">
      <input
        type="checkbox"
        checked={areOn}
        onChange={() => setKeys(!areOn)}
        className="size-5 accent-forest"
      />
      <span>
        Keys: <kbd>/</kbd> find, <kbd>j</kbd> and <kbd>k</kbd> next and previous order, <kbd>x</kbd>{' '}
        tick, Enter open
      </span>
    </label>
  )
}
