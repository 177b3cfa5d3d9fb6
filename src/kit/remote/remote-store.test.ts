import { beforeEach, expect, test, vi } from 'vitest'
import { stubPage } from '#tests/support/page-events.ts'
import { createRemoteStore, type RemoteOptions } from './remote-store.ts'
import { ShopError } from './shop-error.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

/** A store whose responses arrive when the test says so. */
function remoteOf(options?: RemoteOptions<string>) {
  const requests: PromiseWithResolvers<string>[] = []
  const remote = createRemoteStore(() => {
    const request = Promise.withResolvers<string>()
    requests.push(request)
    return request.promise
  }, options)
  return { ...remote, requests }
}

/** Runs pending promise callbacks, but no timer. */
const flushPromises = () => vi.advanceTimersByTimeAsync(0)

test('a late response does not overwrite a newer one, nor does a late failure', async () => {
  const { $remote, load, requests } = remoteOf()
  for (const _ of [1, 2, 3]) void load()
  requests[2]?.resolve('newest')
  requests[0]?.resolve('late')
  requests[1]?.reject(new ShopError('unreachable'))
  await flushPromises()
  expect($remote.get()).toEqual({ state: 'ready', value: 'newest', isLoading: false })
})

test('the last value stays while the next is requested', async () => {
  const { $remote, load, requests } = remoteOf()
  void load()
  expect($remote.get()).toEqual({ state: 'loading' })
  requests[0]?.resolve('first')
  await flushPromises()
  void load()
  expect($remote.get()).toEqual({ state: 'ready', value: 'first', isLoading: true })
})

test('a failure is logged, and the next load starts over', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { $remote, load, requests } = remoteOf({ errorMessage: 'Error fetching' })
  const error = new ShopError('unreachable')
  void load()
  requests[0]?.reject(error)
  await flushPromises()
  expect($remote.get()).toEqual({ state: 'failed', error })
  expect(log).toHaveBeenCalledExactlyOnceWith('Error fetching', error)
  void load()
  expect($remote.get()).toEqual({ state: 'loading' })
})

test('a failed reload leaves the value, unless it may not stay, and says that it is stale', async () => {
  let mayStay = true
  const { $remote, load, requests } = remoteOf({ keepsValue: () => mayStay })
  const respond = async (nth: number, response: string | ShopError) => {
    void load()
    if (typeof response === 'string') requests[nth]?.resolve(response)
    else requests[nth]?.reject(response)
    await flushPromises()
  }
  await respond(0, 'first')
  await respond(1, new ShopError('unreachable'))
  expect($remote.get()).toMatchObject({
    state: 'ready',
    value: 'first',
    isLoading: false,
    isStale: true,
  })
  await respond(2, 'second')
  expect($remote.get()).toEqual({ state: 'ready', value: 'second', isLoading: false })
  mayStay = false
  await respond(3, new ShopError('unreachable'))
  expect($remote.get()).toMatchObject({ state: 'failed' })
})

test('the end of the session is no failure of the request', async () => {
  const { $remote, load, requests } = remoteOf({ errorMessage: 'Error fetching' })
  void load()
  requests[0]?.reject(new ShopError('forbidden'))
  await flushPromises()
  expect($remote.get()).toEqual({ state: 'loading' })
})

test('a change applies to the value, and a response to an earlier request can be dropped', async () => {
  const { $remote, load, update, cancel, requests } = remoteOf()
  void load()
  requests[0]?.resolve('a')
  await flushPromises()
  void load()
  cancel()
  update((value) => `${value}b`)
  requests[1]?.resolve('late')
  await flushPromises()
  expect($remote.get()).toEqual({ state: 'ready', value: 'ab', isLoading: false })
})

test('polls after each response and each failure until it is stopped', async () => {
  stubPage()
  const { start, set, requests } = remoteOf({ pollMs: () => 1000 })
  const stop = start()
  requests[0]?.resolve('first')
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(2)
  requests[1]?.reject(new ShopError('unreachable'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(3)
  set('by another way')
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(4)
  requests[3]?.resolve('fourth')
  await flushPromises()
  stop()
  set('after that')
  await vi.advanceTimersByTimeAsync(5000)
  expect(requests).toHaveLength(4)
})

test('a poll that is due while the page is hidden waits until it is visible', async () => {
  const { page, show } = stubPage()
  const { start, requests } = remoteOf({ pollMs: () => 1000 })
  start()
  requests[0]?.resolve('first')
  await flushPromises()
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(5000)
  expect(requests).toHaveLength(1)
  show('visible')
  expect(requests).toHaveLength(2)
  show('visible')
  expect(requests).toHaveLength(2)
})

test('reloads when the network is back after a failure, and when the page is restored or, if it is asked to, visible again', async () => {
  const { dispatch, show } = stubPage()
  const { start, requests } = remoteOf({ reloadsWhenVisible: true })
  start()
  dispatch('online')
  expect(requests).toHaveLength(1)
  requests[0]?.reject(new ShopError('unreachable'))
  await flushPromises()
  dispatch('online')
  expect(requests).toHaveLength(2)
  show('visible')
  expect(requests).toHaveLength(3)
  dispatch('pageshow', { persisted: true })
  expect(requests).toHaveLength(4)
})

test('nothing is reloaded while that would do harm, unless it is asked for', async () => {
  const { dispatch, show } = stubPage()
  const { start, load, requests } = remoteOf({ reloadsWhenVisible: true, mayReload: () => false })
  start()
  requests[0]?.resolve('first')
  await flushPromises()
  show('visible')
  dispatch('pageshow', { persisted: true })
  expect(requests).toHaveLength(1)
  void load()
  expect(requests).toHaveLength(2)
})

test('a response that arrives after leaving the page changes nothing', async () => {
  const { dispatch } = stubPage()
  const { $remote, start, requests } = remoteOf({ pollMs: () => 1000 })
  start()
  dispatch('pagehide')
  requests[0]?.resolve('late')
  await vi.advanceTimersByTimeAsync(5000)
  expect($remote.get()).toEqual({ state: 'loading' })
  expect(requests).toHaveLength(1)
})

test('a page that was left while it loaded loads when it is restored, whether it may reload or not', async () => {
  const { dispatch } = stubPage()
  const { $remote, start, requests } = remoteOf({ mayReload: () => false })
  start()
  dispatch('pagehide')
  requests[0]?.resolve('late')
  dispatch('pageshow', { persisted: true })
  requests[1]?.resolve('first')
  await flushPromises()
  expect($remote.get()).toEqual({ state: 'ready', value: 'first', isLoading: false })
})
