import { useStore } from '@nanostores/react'
import { ACT_HINTS, CHECK_IN_ACTS, SCAN_ACTS } from './check-in-acts.ts'
import type { ScanStore } from './scan.store.ts'

interface CameBackProps {
  store: ScanStore
  /** It was chosen by a pointer. */
  onDone: () => void
}

/** What is said of each parcel that comes back. */
export function CameBack({ store, onDone }: CameBackProps) {
  const act = useStore(store.$act)
  return (
    <fieldset>
      <legend className="mb-1 font-medium">A parcel that comes back is</legend>
      <div className="flex flex-wrap gap-2">
        {SCAN_ACTS.map((value) => (
          <label
            key={value}
            className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border border-edge px-3 hover:bg-sand has-checked:border-forest has-checked:bg-sand has-checked:font-semibold"
          >
            <input
              type="radio"
              name="act"
              value={value}
              checked={act === value}
              onChange={() => store.$act.set(value)}
              // The arrows of the keyboard choose as well, and must not leave the group.
              onClick={({ detail }) => detail > 0 && onDone()}
              className="size-5 accent-forest"
            />
            {CHECK_IN_ACTS[value]}
          </label>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">{ACT_HINTS[act]}</p>
    </fieldset>
  )
}
