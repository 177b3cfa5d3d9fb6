import { useState } from 'react'

/** What is ticked of a list, and what ticks or unticks one. */
export function useTicks<Key>(
  first: readonly Key[] = [],
): [ticked: ReadonlySet<Key>, toggle: (key: Key) => void] {
  const [ticked, setTicked] = useState<ReadonlySet<Key>>(() => new Set(first))

  function toggle(key: Key): void {
    const changed = new Set(ticked)
    if (!changed.delete(key)) changed.add(key)
    setTicked(changed)
  }

  return [ticked, toggle]
}
