import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'disable'],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36', 'enable'],
])('rule 11.1: %s: the worker lets it %s navigation preload', async (userAgent, expected) => {
  const calls: string[] = []
  const preload = {
    enable: async () => calls.push('enable'),
    disable: async () => calls.push('disable'),
  }
  await activateWorker(userAgent, preload)
  expect(calls).toEqual([expected])
})

/** Runs the worker in a scope with empty caches until it is active. */
async function activateWorker(userAgent: string, navigationPreload: object): Promise<void> {
  const listeners = new Map<string, (event: { waitUntil(work: Promise<void>): void }) => void>()
  vi.stubGlobal('navigator', { userAgent })
  vi.stubGlobal('caches', {
    open: async () => ({ keys: async () => [], matchAll: async () => [] }),
  })
  vi.stubGlobal('self', {
    addEventListener: listeners.set.bind(listeners),
    registration: { navigationPreload },
    clients: { claim: async () => {} },
  })
  await import('./service-worker.ts')
  await new Promise<void>((resolve) => {
    listeners.get('activate')?.({ waitUntil: (work) => void work.then(resolve) })
  })
}
