import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { IslandBoundary } from './IslandBoundary.tsx'

/** What an island works on: stores and actions. `start` runs on mount, and what it returns on unmount. */
interface IslandStore {
  start?(): () => void
}

/** An island of one component: its errors stay inside it, and its store starts and stops with it. */
export function island<Props extends { store: IslandStore }>(
  Content: ComponentType<Props>,
  createStore: (props: Omit<Props, 'store'>) => Props['store'],
): ComponentType<Omit<Props, 'store'>> {
  function Started(props: Omit<Props, 'store'>) {
    const [store] = useState(() => createStore(props))
    useEffect(() => store.start?.(), [store])
    return <Content {...({ ...props, store } as Props)} />
  }
  return staticIsland(Started)
}

/** An island without a store of its own. */
export function staticIsland<Props extends object>(
  Content: ComponentType<Props>,
): ComponentType<Props> {
  return function Island(props: Props) {
    return (
      <IslandBoundary>
        <Content {...props} />
      </IslandBoundary>
    )
  }
}

/** False in the HTML of the build and in the first render over it, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
