/* Orders one at a time on screen. The database says which comes next, so a reload loses nothing. */
import type { Remote, RemoteStore } from '#kit/remote/remote-store.ts'

/** Undefined where no order is left. */
export type Queue<Shown> = RemoteStore<Shown | undefined>

/** What is on screen: nothing while the next one is loaded. */
export function shownIn<Shown>(view: Remote<Shown | undefined>): Shown | undefined {
  return view.state === 'ready' && !view.isLoading ? view.value : undefined
}
