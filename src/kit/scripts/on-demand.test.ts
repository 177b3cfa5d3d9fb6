import { afterEach, expect, test, vi } from 'vitest'
import { loadOnDemand } from './on-demand.ts'

afterEach(() => vi.unstubAllGlobals())

test('whoever asks for a script while it is being loaded shares one retry, so that none are made one after another', async () => {
  const script = { getAttribute: () => '/_astro/help.js' }
  vi.stubGlobal('document', { querySelector: () => ({ content: { querySelector: () => script } }) })
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  const load = () => loadOnDemand('help').catch(() => 'failed')
  expect(await Promise.all([load(), load(), load(), load()])).toEqual(Array(4).fill('failed'))
  expect(fetched).toHaveBeenCalledTimes(2)
  await load()
  expect(fetched).toHaveBeenCalledTimes(3)
})
