import { afterEach, vi } from 'vitest'

/* Files of a worker share their globals. */
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
