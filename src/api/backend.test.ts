import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('astro:env/client')
  vi.resetModules()
})

test.each([
  ['sb_publishable_abc', { apikey: 'sb_publishable_abc' }],
  ['eyJ.a.b', { apikey: 'eyJ.a.b', Authorization: 'Bearer eyJ.a.b' }],
])('the key %s is a token only where it is a former one', async (key, headers) => {
  vi.resetModules()
  vi.doMock('astro:env/client', () => ({
    PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: key,
  }))
  expect((await import('./backend.ts')).publicHeaders).toEqual(headers)
})
