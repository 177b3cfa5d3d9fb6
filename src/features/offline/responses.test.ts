/* The responses of the service worker where the network or its caches fail. */
import { afterEach, expect, test, vi } from 'vitest'
import {
  hashedFileResponse,
  networkPageResponse,
  pageResponse,
  pictureResponse,
} from './responses.ts'
import type { FetchEvent } from './worker-scope.ts'

afterEach(() => vi.unstubAllGlobals())

function eventFor(path: string): FetchEvent {
  const request = new Request(new URL(path, 'https://shop.example'))
  const preloadResponse = Promise.resolve(undefined)
  return { request, preloadResponse, waitUntil: () => undefined } as unknown as FetchEvent
}

const RESPONSES = [
  ['a page', pageResponse, '/about'],
  ['a page that is never cached', networkPageResponse, '/admin'],
  ['a hashed file', hashedFileResponse, '/_astro/client.js'],
  ['a picture', pictureResponse, '/favicon.svg'],
] as const

test.each(RESPONSES)(
  '%s comes from the network where the caches cannot be read',
  async (_, respond, path) => {
    vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('', 'SecurityError')) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('fresh')))
    expect(await (await respond(eventFor(path))).text()).toBe('fresh')
  },
)

test.each(RESPONSES)(
  '%s that is neither fetched nor cached is a network error',
  async (_, respond, path) => {
    vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect((await respond(eventFor(path))).type).toBe('error')
  },
)
